export { createHolder, type Held, type Holder, type HolderParts, renewEvery } from './holder.ts';
export { isAlive, type ProcessIdentity, thisProcess } from './this-process.ts';
