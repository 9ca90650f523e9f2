export { first, second as two } from './a';
export { default } from './a';
export { default as Renamed } from './a';
export * as everything from './a';
import { second } from './a';
export { second as again };
export { useState } from 'react';
