import { impl } from './lib/impl';
import { impl as viaJs } from './lib/impl.js';
import { impl as viaDts } from './lib/impl.d.ts';
import { only } from './lib/only';
impl();
viaJs();
viaDts();
only();
