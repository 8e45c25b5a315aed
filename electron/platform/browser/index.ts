export { type MainWindow, openMainWindow } from './open-main-window.ts';
export { pageOrigin } from './open-window.ts';
