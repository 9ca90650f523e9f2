class Thing {
  go(): void {}
}
export = Thing;
