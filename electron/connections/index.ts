export { type Connections, createConnections, type Place } from './connections.ts';
export { clientHandlers, connectionHandlers } from './handlers.ts';
export { type ClientBook, createClientBook } from './kept.ts';
export { createNames } from './names.ts';
export type { RunningPractice, StartPractice } from './practice-connection.ts';
export { practiceId } from './practice-connection.ts';
