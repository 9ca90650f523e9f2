import * as all from './index';
export default class Middle extends all.Root {
  overridden(): void {
    super.overridden();
    super.missing();
  }
}
