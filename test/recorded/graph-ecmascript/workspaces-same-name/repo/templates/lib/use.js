import { lib } from 'lib';
lib();
