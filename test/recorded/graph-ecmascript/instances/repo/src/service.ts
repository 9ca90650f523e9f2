export class Service {
  start(): this {
    return this;
  }
}
export class Other {
  start(): void {}
}
export function create(): Service {
  return new Service();
}
