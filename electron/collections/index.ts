export { createPassing, type Passing } from './passing.ts';
