export { foldersInUse } from './chosen-folders.ts';
export { guardPage } from './guard-page.ts';
export { createDispatch, createEvents, type Dispatch, type Emit, noteRefusals, type On } from './ipc.ts';
