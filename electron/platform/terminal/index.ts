export { createTerminalHost, systemClock, type TerminalHost, terminalDesktop } from './host.ts';
export { createHttpClient, type HttpClient } from './http-client.ts';
export { createPreferences, preferencesName, preferencesOver } from './preferences-file.ts';
export { heapOptions, startWorker, workerEnvironment } from './start-worker.ts';
