import { two as one } from './alias2';
export { one as start };
one();
