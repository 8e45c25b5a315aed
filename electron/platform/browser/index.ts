export { type MainWindow, openMainWindow } from './start-app.ts';
export { pageOrigin } from './window.ts';
