import { y } from 'me/y';
y();
