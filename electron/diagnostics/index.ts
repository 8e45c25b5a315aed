export { aboutHandlers } from './about.ts';
export { createLastFault, type LastFault } from './last-fault.ts';
export { createLog, type Log, type LogFacts } from './log.ts';
