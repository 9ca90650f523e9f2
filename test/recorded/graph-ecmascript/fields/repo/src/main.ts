import { Client } from './client';
export class Owner {
  client = new Client();
  other: unknown = null;
  twice = new Client();
  declared: Client;
  constructor(private readonly given: Client) {
    this.assigned = new Client();
    this.twice = null as never;
    this.client.send();
  }
  use(): void {
    this.client.send();
    this.other.send();
    this.given.send();
    this.declared.send();
  }
}
