export { foldersInUse, guardFolders } from './chosen-folders.ts';
export { guardHosts } from './confirmed-hosts.ts';
export { createDispatch, createEvents, type Dispatch, noteRefusals, type On } from './ipc.ts';
