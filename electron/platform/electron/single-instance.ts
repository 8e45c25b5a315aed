import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, type BrowserWindow } from 'electron';
import { ownFileMode } from '../../lib/private-modes.ts';
import { diskNamesSync } from '../../lib/retry-while-locked.ts';

/** The place of a user's one instance, as this process got it or not. */
export type SingleInstanceClaim =
  | { isFirst: true }
  /** Resolves when it is clear what becomes of this start: after five seconds where nobody answers. */
  | { isFirst: false; settled(): Promise<SecondStart> };

/** `heard`: the first one shows itself. `first`: it has ended meanwhile, and its place is this start's. */
export type SecondStart = 'heard' | 'first' | 'unheard';

/**
 * Milliseconds that the first one has to answer after each of two questions, and to end once it has said that
 * it does, as long as it may take (`quitting.ts`); between two looks; and in which an answer is of use. On
 * Linux asking for the lock may itself take some twenty seconds of a first one that is busy.
 */
const timeouts = { reply: 2_500, end: 25_000, pollMs: 100, use: 25_000 };

const replies = ['heard', 'leaving'] as const;
type Reply = (typeof replies)[number];

/**
 * Claims the place of this user's one instance. Electron tells of every failure alike: another process was
 * told, it belongs to another session of the same person, or the lock cannot be had
 * (`App::RequestSingleInstanceLock`). So the first one answers by a file.
 */
export function requestSingleInstance(userData: string): SingleInstanceClaim {
  const start = randomUUID();
  if (!claim(start)) return { isFirst: false, settled: () => settled(userData, start) };
  removeReplies(userData);
  return { isFirst: true };
}

/** Asks for the lock, and whoever has it for an answer. */
function claim(start: string): boolean {
  return app.requestSingleInstanceLock({ start, until: Date.now() + timeouts.use });
}

async function settled(userData: string, start: string): Promise<SecondStart> {
  let end = await firstEnd(userData, start);
  if (end === 'unheard') {
    // The first one may be gone, and another start that waited in its place: that one hears this. A first one
    // that is slow may still answer the first question.
    end = claim(start) ? 'first' : await firstEnd(userData, start);
  }
  if (end === 'first') removeReplies(userData);
  return end;
}

async function firstEnd(userData: string, start: string): Promise<SecondStart> {
  let left = timeouts.reply;
  for (let isLeaving = false; left > 0; left -= timeouts.pollMs) {
    await new Promise((resolve) => setTimeout(resolve, timeouts.pollMs));
    if (took(replyFile(userData, 'heard', start))) return 'heard';
    if (took(replyFile(userData, 'leaving', start)) && !isLeaving) {
      isLeaving = true;
      left = timeouts.end;
    }
    // It may think better of it: a person who is asked whether to quit.
    if (isLeaving && claim(start)) return 'first';
  }
  return 'unheard';
}

function took(reply: string): boolean {
  if (!existsSync(reply)) return false;
  removeReply(reply);
  return true;
}

/** Those that came too late for whoever waited; what another program holds goes with the next app. */
function removeReplies(userData: string): void {
  for (const name of namesIn(userData)) if (replyName.test(name)) removeReply(join(userData, name));
}

/**
 * None of a folder that cannot be listed: a start that failed over old answers would keep the lock, without a
 * window.
 */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function removeReply(reply: string): void {
  try {
    diskNamesSync.remove(reply);
  } catch {
    // It has said what it was there for.
  }
}

const replyName = /^\.(?:heard|leaving)-[0-9a-f-]{36}$/;

function replyFile(userData: string, reply: Reply, start: string): string {
  return join(userData, `.${reply}-${start}`);
}

/** Answers a later start; `data` is what that one gave, or what any program of this person says it is. */
function replyToStart(userData: string, reply: Reply, data: unknown): void {
  if (typeof data !== 'object' || data === null || !('start' in data && 'until' in data)) return;
  const { start, until } = data;
  if (typeof start !== 'string' || !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(start)) return;
  // Nobody would take the answer away.
  if (typeof until !== 'number' || Date.now() > until) return;
  try {
    diskNamesSync.write(replyFile(userData, reply, start), '', ownFileMode);
  } catch {
    // The later one says that it was not heard, which is better than that this one fails.
  }
}

/** Later starts, which the first one hears. */
export interface SecondStarts {
  /** Brings a window to the front whenever that has been asked for, from its first `show` on. */
  bring(window: BrowserWindow): void;
  /** Whether later starts wait for the end of this one, and open in its place. */
  setLeaving(isLeaving: boolean): void;
}

/**
 * Hears that the app is started again, or chosen in the dock. Begun with the process, so that none is lost:
 * Electron may tell of it as soon as the lock is held (`NotificationCallbackWrapper` in
 * `electron_api_app.cc`), long before there is a window with something in it to show.
 */
export function onSecondStarts(userData: string): SecondStarts {
  let [isAsked, isLeaving] = [false, false];
  let bring = () => {
    isAsked = true;
  };
  const setLeaving = (whether: boolean) => {
    isLeaving = whether;
  };
  app.on('second-instance', (_event, _argv, _folder, data) => {
    replyToStart(userData, isLeaving ? 'leaving' : 'heard', data);
    if (!isLeaving) bring();
  });
  app.on('activate', () => bring());
  // Also one that quits before there is anything to let go of.
  app.on('will-quit', () => setLeaving(true));
  return {
    bring(window) {
      window.once('show', () => {
        bring = () => bringToFront(window);
        if (isAsked) bring();
      });
    },
    setLeaving,
  };
}

/** Shows a window, minimised, hidden or behind others as it may be. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
