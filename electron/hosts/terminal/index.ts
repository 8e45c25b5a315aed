export { systemClock } from './clock.ts';
export { terminalDesktop } from './desktop.ts';
export { createTerminalHost, type TerminalHost } from './host.ts';
export { createKeychain, type Keytar, keychainService } from './keychain.ts';
export { createOpen, type NodeOpen } from './open.ts';
export { createPreferences, preferencesName, preferencesOver } from './preferences.ts';
