import { add } from 'lib/math';
import { debounce } from 'lodash';
add();
debounce();
