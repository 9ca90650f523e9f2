function outside(): void {}
export const api = {
  run(): void {
    this.stop();
  },
  stop: () => outside(),
  walk: function (): void {},
  inner: {
    deep(): void {},
  },
  number: 1,
};
export default { go(): void {} };
