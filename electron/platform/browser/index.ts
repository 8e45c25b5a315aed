export { type MainWindow, openMainWindow } from './open-main-window.ts';
export { pageOrigin } from './window.ts';
