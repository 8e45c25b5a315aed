export { readersOfHome } from './home-readers.ts';
