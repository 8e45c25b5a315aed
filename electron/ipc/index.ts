export { foldersInUse } from './allowed-folders.ts';
export { openBridge } from './open-ipc.ts';
export { createDispatch, createEvents, type Dispatch, type Emit, type On } from './router.ts';
