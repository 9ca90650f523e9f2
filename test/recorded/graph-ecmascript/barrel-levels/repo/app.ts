import { button, knob, own } from './src';
import * as all from './src';
import nothing from './src';
button();
knob();
own();
all.button();
nothing();
