export interface Package {
  name: string;
  version: string;
  licence?: string;
  homepage?: string;
  keywords: string[];
}

export enum Level {
  Low = 1,
  Middle = 2,
  High = 3,
}

export const enum Rank {
  Low = 1,
  Middle = 2,
  High = 3,
}
