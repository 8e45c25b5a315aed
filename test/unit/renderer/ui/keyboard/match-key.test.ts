import { describe, expect, it } from 'vitest';
import { commandNames, keysOf, means, windowCommand } from '../../../../../renderer/ui/keyboard/match-key.ts';

const pressed = (
  key: string,
  modifiers: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...modifiers,
});

describe('keys', () => {
  it('mean their command with Ctrl, on a Mac with Cmd', () => {
    expect(windowCommand(pressed('k', { ctrlKey: true }), false)).toBe('search');
    expect(windowCommand(pressed('k', { metaKey: true }), true)).toBe('search');
    expect(windowCommand(pressed('k', { ctrlKey: true }), true)).toBeUndefined();
    expect(windowCommand(pressed('K', { ctrlKey: true }), false)).toBe('search');
  });

  it('mean nothing with a key too many', () => {
    expect(windowCommand(pressed('k', { ctrlKey: true, shiftKey: true }), false)).toBeUndefined();
    expect(windowCommand(pressed('k', { ctrlKey: true, altKey: true }), false)).toBeUndefined();
    expect(windowCommand(pressed('k'), false)).toBeUndefined();
  });

  it('of a list mean nothing to the window', () => {
    expect(windowCommand(pressed(' '), false)).toBeUndefined();
    expect(means(pressed(' '), 'preview', false)).toBe(true);
  });

  it('find the sheet although most keyboards need Shift for it', () => {
    expect(windowCommand(pressed('?', { shiftKey: true }), false)).toBe('keys');
  });

  it('are each of one command alone', () => {
    const names = { space: 'Espacio', enter: 'Entrar' };
    const shown = commandNames.map((name) => keysOf(name, false, names).join('+'));
    expect(new Set(shown).size).toBe(commandNames.length);
    expect(shown).toContain('Ctrl+K');
    expect(shown).toContain('Espacio');
  });
});
