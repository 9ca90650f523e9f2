import { local } from '#app/local';
import { core } from 'lost/core';
import { core as base } from 'packages/base/src/core';
local();
core();
base();
