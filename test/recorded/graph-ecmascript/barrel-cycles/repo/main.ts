import { fromA, fromB, fromC, ghost, nowhere } from './a';
import { fromA as viaC } from './c';
fromA();
fromB();
fromC();
viaC();
ghost();
nowhere();
