import 'side-effect';
import Default from 'default';
import * as ns from './ns';
import { a, b as c, default as d, type T, 'string name' as e } from '../named.js';
import Both, { more } from '@scope/pkg/sub';
import type { OnlyType } from 'types';
import type DefaultType from 'types';
import old = require('old');
import alias = ns.inner.thing;
import json from './data.json' with { type: 'json' };

export async function load() {
  const { x, y: z } = await import('./lazy');
  const mod = await import('./module');
  import('./unbound').then((m) => m.run());
  return [x, z, mod, import(computed)];
}
type Remote = typeof import('./remote');
