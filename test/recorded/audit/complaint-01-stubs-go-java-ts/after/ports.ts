export abstract class Queue {
  abstract push(item: string, delay: number): Promise<void>;
  drain(limit: number): Promise<string[]> {
    throw new Error("not implemented");
  }
}

export abstract class Topic {
  abstract push(item: string, delay: number): Promise<void>;
  drain(limit: number): Promise<string[]> {
    throw new Error("not implemented");
  }
}

export function pick(value: string): string;
export function pick(value: number): number;
export function pick(value: any): any {
  return value ?? null;
}

export function retryDelays(count: number, base: number): number[] {
  const delays: number[] = [];
  for (let step = 0; step < count; step++) {
    delays.push(base * 2 ** step);
  }
  return delays;
}
