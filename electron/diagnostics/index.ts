export { aboutHandlers } from './about.ts';
export { openDiagnostics } from './diagnostics.ts';
export type { LastError } from './last-error.ts';
export { createLog, type Log, type LogFacts } from './log.ts';
