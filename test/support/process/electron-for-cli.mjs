// @ts-check
import { registerHooks } from 'node:module';

// Lets the bundled main process run under plain Node as far as its terminal: `node --import` this file.
const nothing = () => undefined;
const none =
  'export default {}; export const BrowserWindow = {}, Menu = {}, Notification = {}, dialog = {}, ipcMain = {}, nativeTheme = {}, net = {}, powerSaveBlocker = {}, screen = {}, session = {}, shell = {}, utilityProcess = {};';
const electronForCli = {
  app: {
    isPackaged: true,
    enableSandbox: nothing,
    on: nothing,
    commandLine: { appendSwitch: nothing, hasSwitch: () => false },
    setPath: nothing,
    setAppUserModelId: nothing,
    exit: (/** @type {number} */ code) => process.exit(code),
  },
  protocol: { registerSchemesAsPrivileged: nothing },
};
Object.assign(globalThis, { electronForCli });
const source = `${none} export const { app, protocol } = globalThis.electronForCli;`;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: `data:text/javascript,${encodeURIComponent(source)}`, shortCircuit: true }
      : next(specifier, context),
});
