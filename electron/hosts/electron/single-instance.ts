import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app, type BrowserWindow } from 'electron';
import { diskNamesSync, ownFileMode, patientNamesSync } from '../../disk/index.ts';

/** The place of a user's one desk, as this process got it or not. */
export type DeskClaim =
  | { isFirst: true }
  /** Resolves when the first one has heard of this start, which brings it to the front, or after five seconds in which it has not. */
  | { isFirst: false; isHeard(): Promise<boolean> };

/** Milliseconds that the first one has to hear of a second start, and between two looks at whether it has. */
const patience = { all: 5_000, look: 100 };

/**
 * Claims the place of this user's one desk. Electron tells of every failure alike: another process was told, it belongs to another session of the same
 * person, or the lock cannot be had (`App::RequestSingleInstanceLock`). So the first one answers by a file.
 */
export function claimDesk(userData: string): DeskClaim {
  const start = randomUUID();
  if (app.requestSingleInstanceLock({ start })) return { isFirst: true };
  return { isFirst: false, isHeard: () => isHeard(answerFile(userData, start)) };
}

async function isHeard(answer: string): Promise<boolean> {
  for (let waited = 0; waited < patience.all; waited += patience.look) {
    await new Promise((resolve) => setTimeout(resolve, patience.look));
    if (!existsSync(answer)) continue;
    patientNamesSync(diskNamesSync).remove(answer);
    return true;
  }
  return false;
}

function answerFile(userData: string, start: string): string {
  return join(userData, `.heard-${start}`);
}

/** Answers a later start; `data` is what that one gave, or what any program of this person says it is. */
function answerStart(userData: string, data: unknown): void {
  const start = typeof data === 'object' && data !== null && 'start' in data ? data.start : undefined;
  if (typeof start !== 'string' || !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(start)) return;
  try {
    diskNamesSync.write(answerFile(userData, start), '', ownFileMode);
  } catch {
    // The later one says that it was not heard, which is better than that this one fails.
  }
}

/** Brings a window to the front whenever that has been asked for, from its first `show` on. */
export type BringWhenAsked = (window: BrowserWindow) => void;

/**
 * Hears that the desk is started again, or chosen in the dock. Begun with the process, so that none is lost: Electron may tell of it as soon as the
 * lock is held (`NotificationCallbackWrapper` in `electron_api_app.cc`), long before there is a window with something in it to show.
 */
export function hearSecondStarts(userData: string): BringWhenAsked {
  let isAsked = false;
  let bring = () => {
    isAsked = true;
  };
  app.on('second-instance', (_event, _argv, _folder, data) => {
    answerStart(userData, data);
    bring();
  });
  app.on('activate', () => bring());
  return (window) => {
    window.once('show', () => {
      bring = () => bringToFront(window);
      if (isAsked) bring();
    });
  };
}

/** Shows a window, minimised, hidden or behind others as it may be. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
