import { over } from './main';
over('b');
