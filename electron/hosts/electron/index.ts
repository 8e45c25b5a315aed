// What comes before ready stands here as it is; the desk, and with it the whole app, is evaluated only by the process that opens it.
export { isOnlyInstance } from './single-instance.ts';
export { prepareElectron, readStart, type Started } from './start-up.ts';

import type { DeskOptions } from './desk.ts';

/** Opens the desk once Electron is ready; what keeps it from opening is said, and ends the process. */
export async function openDesk(options: DeskOptions): Promise<void> {
  const desk = await import('./desk.ts');
  await desk.openDesk(options);
}
