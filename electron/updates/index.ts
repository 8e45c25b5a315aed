export { openUpdates } from './open-updates.ts';
