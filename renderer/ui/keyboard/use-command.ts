import { createContext, use, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { systemNamed } from '../../../shared/model/system-translations.ts';
import { useEvent } from '../../ipc/invoke-hooks.ts';
import { type CommandName, windowCommand } from './commands.ts';

/**
 * Where parts of the window say what a command does while they are there; of one rank the last one to say so
 * is asked first.
 */
interface CommandBook {
  add(name: CommandName, run: () => boolean, rank: number): () => void;
  /** Does what a command does now, as its key would. */
  run(name: CommandName): void;
}

export const CommandContext = createContext<CommandBook | undefined>(undefined);

/** Whether this computer's keyboard has a Cmd key. */
export const isMac = systemNamed(navigator.userAgent) === 'mac';

/**
 * Who is asked first what a key means: whoever has rows that are selected, then what is shown beside them,
 * then the search box.
 */
export const commandRank = { selected: 0, subject: -1, box: -2 } as const;

/**
 * Does something when a command's key is pressed anywhere in the window. What `run` gives is whether it was
 * done: `false` lets the key go on to others.
 */
export function useCommand(
  name: CommandName,
  // biome-ignore lint/suspicious/noConfusingVoidType: a command that is always done need not say so.
  run: () => boolean | void,
  rank: number = commandRank.selected,
): void {
  const book = use(CommandContext);
  const runs = useEffectEvent(() => run() !== false);
  useEffect(() => book?.add(name, () => runs(), rank), [book, name, rank]);
}

/** A way to have a command done without its key. */
export function useRunCommand(): (name: CommandName) => void {
  const book = use(CommandContext);
  return (name) => book?.run(name);
}

/** The book of commands of this window, and its one listener. */
export function useCommandBook(): CommandBook {
  const entries = useRef<{ name: CommandName; run: () => boolean; rank: number }[]>([]);
  useEffect(() => {
    let hadDialog = false;
    let hadChoices = false;
    // Asked before anything else hears of the key: a dialog or choices that it closes are gone by the time it
    // comes up here.
    function handleKey({ target }: KeyboardEvent) {
      hadDialog = isUnderDialog();
      hadChoices = hasChoicesOpen(target);
    }
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || hadDialog) return;
      const name = windowCommand(event, isMac);
      const isForText = name === 'keys' || name === 'back' || name === 'undo';
      if (!name || (isForText && (hadChoices || isTyping(event.target))) || isInMenu(event.target)) return;
      // It closes what lies over the screen, not the screen.
      if (name === 'back' && isInPopover(event.target)) return;
      const done = entries.current.findLast((entry) => entry.name === name && entry.run());
      if (done) event.preventDefault();
    }
    window.addEventListener('keydown', handleKey, { capture: true });
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', handleKey, { capture: true });
      window.removeEventListener('keydown', press);
    };
  }, []);
  useEvent('command.chosen', ({ command }) => {
    // On a Mac a key that the page does not take, because a dialog has it, comes back as a choice in the
    // menu.
    if (isUnderDialog() || isInMenu(document.activeElement)) return;
    entries.current.findLast((entry) => entry.name === command && entry.run());
  });
  return useMemo(
    () => ({
      add(name, run, rank) {
        const entry = { name, run, rank };
        entries.current = [...entries.current, entry].sort((one, other) => one.rank - other.rank);
        return () => {
          entries.current = entries.current.filter((each) => each !== entry);
        };
      },
      run(name) {
        entries.current.findLast((entry) => entry.name === name && entry.run());
      },
    }),
    [],
  );
}

function isUnderDialog(): boolean {
  return document.querySelector('[role=dialog][aria-modal=true]') !== null;
}

// A field that only opens its choices is not written in.
const typedIn = 'input:not([type=checkbox], [type=radio], :read-only), textarea, select, [contenteditable]';

function hasChoicesOpen(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('[aria-haspopup=listbox][aria-expanded=true]');
}

/**
 * A field that was cleared by a button, and is empty since, has nothing of its own to take back
 * (`data-cleared`).
 */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches(typedIn) && target.dataset['cleared'] === undefined;
}

function isInMenu(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=menu], [role=listbox]') !== null;
}

/**
 * In a dialog that leaves the screen around it open to the person; of one that does not, none of this is
 * asked.
 */
function isInPopover(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog]') !== null;
}
