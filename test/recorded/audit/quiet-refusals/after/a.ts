export class Store {
  put(name: string): void {
    throw new Error(`${name}: this store is read-only, use the other one`);
  }
}
