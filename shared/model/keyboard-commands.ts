/** Commands with a key, anywhere in the window or (`where: 'list'`) in a focused list. */
export const commands = {
  search: { key: 'k', mod: true, where: 'window' },
  dispatches: { key: '1', mod: true, where: 'window' },
  documents: { key: '2', mod: true, where: 'window' },
  disbursements: { key: '3', mod: true, where: 'window' },
  save: { key: 's', mod: true, where: 'window' },
  download: { key: 'd', mod: true, where: 'window' },
  merge: { key: 'j', mod: true, where: 'window' },
  print: { key: 'p', mod: true, where: 'window' },
  excel: { key: 'e', mod: true, where: 'window' },
  refresh: { key: 'F5', mod: false, where: 'window' },
  filter: { key: 'f', mod: true, where: 'window' },
  help: { key: 'F1', mod: false, where: 'window' },
  keys: { key: '?', mod: false, where: 'window' },
  undo: { key: 'z', mod: true, where: 'window' },
  back: { key: 'Escape', mod: false, where: 'window' },
  open: { key: 'Enter', mod: false, where: 'list' },
  preview: { key: ' ', mod: false, where: 'list' },
  outside: { key: 'Enter', mod: true, where: 'list' },
  selectAll: { key: 'a', mod: true, where: 'list' },
  copy: { key: 'c', mod: true, where: 'list' },
} as const satisfies Record<string, Shortcut>;

/** A command by key or from the menu. */
export type CommandName = keyof typeof commands;

/** A command's key. */
export interface Shortcut {
  /** `KeyboardEvent.key`, letters in lower case. */
  key: string;
  /** Ctrl, on a Mac Cmd. */
  mod: boolean;
  where: 'window' | 'list';
}
