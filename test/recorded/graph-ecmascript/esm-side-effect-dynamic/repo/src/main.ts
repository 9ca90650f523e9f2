import './effects';
run();
export async function load(): Promise<void> {
  const effects = await import('./effects');
  effects.run();
  const { run } = await import('./effects');
  run();
  const name = './effects';
  const other = await import(name);
  other.run();
}
