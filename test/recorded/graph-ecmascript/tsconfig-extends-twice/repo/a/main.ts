import { x } from 'x';
x();
