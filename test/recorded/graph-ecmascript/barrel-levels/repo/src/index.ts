export * from './ui/index.js';
export * from './own';
