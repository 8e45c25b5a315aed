import { createContext, use, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { systemNamed } from '../../../shared/model/system-translations.ts';
import { useEvent } from '../../ipc/invoke-hooks.ts';
import { type CommandName, windowCommand } from './match-key.ts';

/** The registry of command handlers; within one rank the last one registered is called first. */
interface CommandBook {
  add(name: CommandName, run: () => boolean, rank: number): () => void;
  /** Runs a command, as its key would. */
  run(name: CommandName): void;
}

export const CommandContext = createContext<CommandBook | undefined>(undefined);

/** Whether this computer's keyboard has a Cmd key. */
export const isMac = systemNamed(navigator.userAgent) === 'mac';

/** The order in which handlers are called: selected rows, then the inspector, then the search box. */
export const commandRank = { selected: 0, subject: -1, box: -2 } as const;

/**
 * Runs a handler when a command's key is pressed anywhere in the window. If `run` returns `false`, the key
 * passes to the next handler.
 */
export function useCommand(
  name: CommandName,
  // biome-ignore lint/suspicious/noConfusingVoidType: a command that always handles its key need not return `true`.
  run: () => boolean | void,
  rank: number = commandRank.selected,
): void {
  const book = use(CommandContext);
  const runs = useEffectEvent(() => run() !== false);
  useEffect(() => book?.add(name, () => runs(), rank), [book, name, rank]);
}

/** A function that runs a command without its key. */
export function useRunCommand(): (name: CommandName) => void {
  const book = use(CommandContext);
  return (name) => book?.run(name);
}

/** The command registry of this window, and its only key listener. */
export function useCommandRegistry(): CommandBook {
  const entries = useRef<{ name: CommandName; run: () => boolean; rank: number }[]>([]);
  useEffect(() => {
    let hadDialog = false;
    let hadChoices = false;
    // In the capture phase: a dialog or dropdown that the key closes is unmounted by the time it bubbles up
    // to here.
    function handleKey({ target }: KeyboardEvent) {
      hadDialog = isUnderDialog();
      hadChoices = hasChoicesOpen(target);
    }
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || hadDialog) return;
      const name = windowCommand(event, isMac);
      const isForText = name === 'keys' || name === 'back' || name === 'undo';
      if (!name || (isForText && (hadChoices || isTyping(event.target))) || isInMenu(event.target)) return;
      // It closes the popover, not the screen.
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
    // On a Mac a key that the page does not handle, because a dialog has it, returns as a menu command.
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

// A field that only opens its options is no text field.
const typedIn = 'input:not([type=checkbox], [type=radio], :read-only), textarea, select, [contenteditable]';

function hasChoicesOpen(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('[aria-haspopup=listbox][aria-expanded=true]');
}

/** A field that was cleared by a button and is still empty has no undo of its own (`data-cleared`). */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches(typedIn) && target.dataset['cleared'] === undefined;
}

function isInMenu(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=menu], [role=listbox]') !== null;
}

/** In a popover, which leaves the screen around it usable; a modal dialog is excluded before. */
function isInPopover(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog]') !== null;
}
