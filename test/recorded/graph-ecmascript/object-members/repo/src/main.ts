import { api } from './api';
import def, * as all from './api';
api.renamed();
api.outside();
api.service.serve();
def.go();
def.outside();
api.run();
api.stop();
api.walk();
api.inner.deep();
api.number();
api.missing();
all.api.run();
const alias = api;
alias.run();
export function local(): void {
  const tool = { cut(): void {} };
  tool.cut();
}
export function other(): void {
  tool.cut();
}
export function blocks(flag: boolean): void {
  if (flag) {
    const box = { open: local };
    box.open();
  } else {
    const box = flag ? api : all;
    box.open();
  }
}
