export { findBrowser } from './find-browser.ts';
export { type MainWindow, type MainWindowOptions, openMainWindow } from './start-app.ts';
export { pageOrigin } from './window.ts';
