import { core } from 'base/core';
core();
