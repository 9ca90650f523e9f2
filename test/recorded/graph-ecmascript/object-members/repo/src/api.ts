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
  renamed: outside,
  outside,
  service: new Service(),
};
export class Service {
  serve(): void {}
}
export default { go(): void {}, outside };
