export { createTerminalHost, systemClock, type TerminalHost, terminalDesktop } from './host.ts';
export { createKeychain, type Keytar, keychainService } from './keychain.ts';
export { createOpen, type NodeOpen } from './open.ts';
export { createPreferences, preferencesName, preferencesOver } from './preferences.ts';
export { startWorker, workerEnvironment } from './start-worker.ts';
