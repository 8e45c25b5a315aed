import { type CommandName, commands, type Shortcut } from '../../../shared/model/keyboard-commands.ts';

export type { CommandName };

/** The properties of a keyboard event that are compared. */
export interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/**
 * Whether a key press matches a command; `?` needs Shift on most keyboards, so Shift counts only for letters.
 */
export function means(pressed: Pressed, name: CommandName, isMac: boolean): boolean {
  const { key, mod }: Shortcut = commands[name];
  if (pressed.altKey) return false;
  const [expected, other] = isMac ? [pressed.metaKey, pressed.ctrlKey] : [pressed.ctrlKey, pressed.metaKey];
  if (expected !== mod || other) return false;
  if (mod && pressed.shiftKey) return false;
  return pressed.key.toLowerCase() === key.toLowerCase();
}

/** The window-wide command of a key press. */
export function windowCommand(pressed: Pressed, isMac: boolean): CommandName | undefined {
  return commandNames.find((name) => commands[name].where === 'window' && means(pressed, name, isMac));
}

/** All commands, in the order of the key sheet. */
export const commandNames = Object.keys(commands).filter((name): name is CommandName => name in commands);

/** A command's keys as labelled on the keyboard: `['Ctrl', 'K']`, on a Mac `['⌘', 'K']`. */
export function keysOf(name: CommandName, isMac: boolean, names: { space: string; enter: string }): string[] {
  const { key, mod } = commands[name];
  const shown = key === ' ' ? names.space : key === 'Escape' ? 'Esc' : key === 'Enter' ? names.enter : key;
  const cap = shown.length === 1 ? shown.toUpperCase() : shown;
  return mod ? [isMac ? '⌘' : 'Ctrl', cap] : [cap];
}
