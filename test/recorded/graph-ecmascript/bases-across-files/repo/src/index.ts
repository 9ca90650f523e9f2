export { Base as Root } from './base';
