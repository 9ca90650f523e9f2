export function over(a: string): string;
export function over(a: number): number;
/** The one that works. */
export function over(a: any): any {
  return convert(a);
}
declare module 'other' {
  export function augmented(): void;
  interface Opts {
    call(): void;
  }
}
declare global {
  interface Window {
    open(): void;
  }
  function globalFunction(): void;
}
export declare const value: string;
export declare abstract class Ambient {
  constructor(a: string);
  private m(): void;
}
