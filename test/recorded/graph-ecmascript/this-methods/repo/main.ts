export class Counter {
  private count = 0;
  private step = (by: number) => this.add(by);
  add(by: number): void {
    this.log();
    [1].forEach((n) => this.step(n));
    [1].forEach(function (this: unknown) {
      this.log();
    });
    this.count.toFixed();
    this.unknown();
    function inner(this: Other) {
      this.log();
    }
    const self = this;
    self.log();
    const { log } = this;
    log();
  }
  log(): void {
    Counter.make();
    this.make();
    this.#hidden();
    this.size;
    this.log.call(this);
  }
  #hidden(): void {}
  get size(): number {
    return 1;
  }
  set size(value: number) {}
  static make(): Counter {
    this.helper();
    this.log();
    return new this();
  }
  static helper(): void {}
}
interface Other {
  log(): void;
}
export function loose(this: Other): void {
  this.log();
}
const Anonymous = class {
  one(): void {
    this.two();
  }
  two(): void {}
};
