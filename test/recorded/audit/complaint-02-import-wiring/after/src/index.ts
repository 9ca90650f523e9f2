export { alpha } from "./alpha";
export { beta } from "./beta";
export type { Gamma } from "./gamma";
import type { Gamma } from "./gamma";
