export { findBrowser } from './browser.ts';
export { type Desk, type DeskOptions, openDesk } from './desk.ts';
export { pageOrigin } from './window.ts';
