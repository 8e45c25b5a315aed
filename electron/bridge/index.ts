export { foldersInUse } from './chosen-folders.ts';
export { createDispatch, createEvents, type Dispatch, type Emit, type On } from './ipc.ts';
export { openBridge } from './open-bridge.ts';
