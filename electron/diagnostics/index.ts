export { aboutHandlers } from './about.ts';
export { openDiagnostics } from './diagnostics.ts';
export { createLog, type Log, type LogFacts } from './log.ts';
