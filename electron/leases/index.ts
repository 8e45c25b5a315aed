export { createHolder, type Held, type Holder, type HolderParts, renewEvery } from './holder.ts';
export { isAlive, type ProcessIdentity, startOf, thisProcess } from './this-process.ts';
