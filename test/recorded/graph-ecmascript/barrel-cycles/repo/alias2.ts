import { start } from './alias';
export { start as two };
start();
