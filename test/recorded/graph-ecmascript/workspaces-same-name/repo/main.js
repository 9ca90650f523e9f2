import { lib } from 'lib';
import { twin } from 'twin';
lib();
twin();
