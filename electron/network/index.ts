export { openNetwork } from './open-network.ts';
