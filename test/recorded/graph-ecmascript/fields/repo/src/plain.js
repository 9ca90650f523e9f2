import { Client } from './client';
export class Plain {
  constructor(flag) {
    this.client = new Client();
    this.either = new Client();
    if (flag) this.either = null;
  }
  use() {
    this.client.send();
    this.either.send();
  }
}
