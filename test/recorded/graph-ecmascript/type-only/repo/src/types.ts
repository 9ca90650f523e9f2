export type { Foo } from './lib';
