export * from './buttons';
export { button as knob } from './buttons/index';
