export function Button() {
  return <div />;
}
export const ui = { Panel() {} };
