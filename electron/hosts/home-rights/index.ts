export { readersOfHome, rightsOf } from './home-readers.ts';
