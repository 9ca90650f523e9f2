export class Base {
  constructor() {}
  shared(): void {}
  overridden(): void {}
  static create(): void {}
}
