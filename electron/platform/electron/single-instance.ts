import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app, type BrowserWindow } from 'electron';
import { ownFileMode } from '../../lib/private-modes.ts';
import { diskNamesSync } from '../../lib/retry-while-locked.ts';
import { namesIfPossible } from '../../lib/temp-folder.ts';

/** Whether this process is the user's single instance. */
type SingleInstanceClaim =
  | { isFirst: true }
  /** Resolves when the outcome of this start is known: after five seconds where no reply arrives. */
  | { isFirst: false; outcome(): Promise<SecondStart> };

/** `heard`: the first instance shows its window. `first`: it has ended, and this start is now the first. */
export type SecondStart = 'heard' | 'first' | 'unheard';

/**
 * Milliseconds. `reply`: for the reply to each of two requests. `end`: for the first instance to close after
 * it replied `leaving` (`quitting.ts`). `pollMs`: between two polls. `use`: until a reply is worthless. On
 * Linux the lock request itself may take twenty seconds while the first instance is busy.
 */
const timeouts = { reply: 2_500, end: 25_000, pollMs: 100, use: 25_000 };

const replies = ['heard', 'leaving'] as const;
type Reply = (typeof replies)[number];

/**
 * Claims the user's single instance. Electron reports every failure alike: another process was notified, it
 * belongs to another session of the same person, or the lock cannot be obtained
 * (`App::RequestSingleInstanceLock`). So the first instance replies through a file.
 */
export function requestSingleInstance(userData: string): SingleInstanceClaim {
  const start = randomUUID();
  if (!claim(start)) return { isFirst: false, outcome: () => awaitOutcome(userData, start) };
  removeReplies(userData);
  return { isFirst: true };
}

/** Requests the lock, and a reply from the instance that holds it. */
function claim(start: string): boolean {
  return app.requestSingleInstanceLock({ start, until: Date.now() + timeouts.use });
}

async function awaitOutcome(userData: string, start: string): Promise<SecondStart> {
  let end = await firstEnd(userData, start);
  if (end === 'unheard') {
    // The first instance may have ended, and another waiting start may have replaced it: this request reaches
    // that one. A slow first instance may still reply to the first request.
    end = claim(start) ? 'first' : await firstEnd(userData, start);
  }
  if (end === 'first') removeReplies(userData);
  return end;
}

async function firstEnd(userData: string, start: string): Promise<SecondStart> {
  let remainingMs = timeouts.reply;
  for (let isLeaving = false; remainingMs > 0; remainingMs -= timeouts.pollMs) {
    await new Promise((resolve) => setTimeout(resolve, timeouts.pollMs));
    if (took(replyFile(userData, 'heard', start))) return 'heard';
    if (took(replyFile(userData, 'leaving', start)) && !isLeaving) {
      isLeaving = true;
      remainingMs = timeouts.end;
    }
    // It may decide to stay: a person can cancel the quit dialog.
    if (isLeaving && claim(start)) return 'first';
  }
  return 'unheard';
}

function took(reply: string): boolean {
  if (!existsSync(reply)) return false;
  removeReply(reply);
  return true;
}

/** Removes replies that came too late; a file that another program locks is removed at the next start. */
function removeReplies(userData: string): void {
  for (const name of namesIfPossible(userData)) if (replyName.test(name)) removeReply(join(userData, name));
}

function removeReply(reply: string): void {
  try {
    diskNamesSync.remove(reply);
  } catch {
    // Its content has been read.
  }
}

const replyName = /^\.(?:heard|leaving)-[0-9a-f-]{36}$/;

function replyFile(userData: string, reply: Reply, start: string): string {
  return join(userData, `.${reply}-${start}`);
}

/** Replies to a later start; any program of this person may have sent `data`. */
function replyToStart(userData: string, reply: Reply, data: unknown): void {
  if (typeof data !== 'object' || data === null || !('start' in data && 'until' in data)) return;
  const { start, until } = data;
  if (typeof start !== 'string' || !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(start)) return;
  // Nobody would remove the reply.
  if (typeof until !== 'number' || Date.now() > until) return;
  try {
    diskNamesSync.write(replyFile(userData, reply, start), '', ownFileMode);
  } catch {
    // The later start reports `unheard`, which is better than a failure of this instance.
  }
}

/** Later starts, as the first instance sees them. */
export interface SecondStarts {
  /** Brings a window to the front at each later start, once it has been shown for the first time. */
  bring(window: BrowserWindow): void;
  /** Whether later starts wait for the end of this instance, and open after it. */
  setLeaving(isLeaving: boolean): void;
}

/**
 * Listens for a later start of the app, or a click in the dock. Created with the process, so that none is
 * lost. Electron may report one as soon as the lock is held (`NotificationCallbackWrapper` in
 * `electron_api_app.cc`), long before there is a window to show.
 */
export function onSecondStarts(userData: string): SecondStarts {
  let [isRequested, isLeaving] = [false, false];
  let bring = () => {
    isRequested = true;
  };
  const setLeaving = (whether: boolean) => {
    isLeaving = whether;
  };
  app.on('second-instance', (_event, _argv, _folder, data) => {
    replyToStart(userData, isLeaving ? 'leaving' : 'heard', data);
    if (!isLeaving) bring();
  });
  app.on('activate', () => bring());
  // Also an app that quits before there is anything to close.
  app.on('will-quit', () => setLeaving(true));
  return {
    bring(window) {
      window.once('show', () => {
        bring = () => bringToFront(window);
        if (isRequested) bring();
      });
    },
    setLeaving,
  };
}

/** Shows a window, whether it is minimised, hidden or behind others. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
