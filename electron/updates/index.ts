export { updateHandlers } from './handlers.ts';
export { createUpdates, type Updates, type UpdatesDeps } from './updates.ts';
