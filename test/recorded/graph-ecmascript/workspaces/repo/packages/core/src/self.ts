import { core } from '@acme/core';
core();
