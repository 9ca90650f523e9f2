import { add } from 'lib/math';
add();
