export class Client {
  send(): void {}
}
