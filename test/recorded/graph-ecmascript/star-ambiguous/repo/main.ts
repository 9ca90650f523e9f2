import { same, onlyLeft } from './both';
import { same as mine } from './own';
import { map } from './outside';
import { filter } from './unknown';
same();
onlyLeft();
mine();
map();
filter();
