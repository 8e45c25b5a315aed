export type { Connections, RowNames } from './connections.ts';
export { openConnections } from './open-connections.ts';
export type { RunningPractice, StartPractice } from './practice-connection.ts';
export { practiceId } from './practice-connection.ts';
export type { ClientDirectory } from './stored-connections.ts';
