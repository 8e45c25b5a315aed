export { type Performed, serveWork } from './serve-work.ts';
export { type WorkLimits, type WorkOptions, workInProcess } from './work-in-process.ts';
