import { api } from './api';
import * as all from './api';
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
