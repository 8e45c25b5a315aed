export { findBrowser } from './find-browser.ts';
export { type Desk, type DeskOptions, openDesk } from './start-app.ts';
export { pageOrigin } from './window.ts';
