export { serveWork, type WorkLimits, type WorkOptions, workInThread } from './work-in-thread.ts';
