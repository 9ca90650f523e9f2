import { totalOf as gross } from './index.js';

export class Report {
  rows = [];
  print(): string {
    return `${gross(this.rows, 0.2)}`;
  }
}
