import { Checkbox, Radio, SegmentedControl, Select } from '@mantine/core';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { Dialog } from '../../../../../renderer/ui/dialog.tsx';
import { useCommand } from '../../../../../renderer/ui/keyboard/use-command.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { focus } from '../../../../support/page/focus.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { show } from '../../../../support/page/show.tsx';

const shortcuts = page.getByRole('dialog', { name: 'Atajos' });
const choices = page.getByRole('listbox');
const writing = page.getByRole('textbox', { name: 'Filtro' });
const openShortcuts = () => userEvent.keyboard('{Shift>}?{/Shift}');
const pressEscape = () => userEvent.keyboard('{Escape}');

let timesBack = 0;
let lists: string[] = [];

/** The controls that screens are made of, and a dialog. */
function Controls() {
  const [isOpen, setOpen] = useState(false);
  const [field, setField] = useState<HTMLInputElement | null>(null);
  useCommand('filter', () => field?.select());
  useCommand('dispatches', () => void lists.push('dispatches'));
  return (
    <>
      <input aria-label="Filtro" ref={setField} />
      <Checkbox label="Con todo" />
      <Radio label="Uno" />
      <SegmentedControl aria-label="Partes" data={['Primera', 'Segunda']} />
      <Select label="Responsable" data={['AGENCIA', 'CLIENTE']} />
      <button type="button" onClick={() => setOpen(true)}>
        Preguntar
      </button>
      {isOpen && (
        <Dialog title="Una pregunta" onClose={() => setOpen(false)}>
          <Select label="Tipo" searchable data={['FACTURA', 'PÓLIZA']} />
        </Dialog>
      )}
    </>
  );
}

async function showControls() {
  return show(
    <InAppWindow
      onBack={() => {
        timesBack++;
      }}
    >
      <Controls />
    </InAppWindow>,
    createAgencyMain().handlers,
  );
}

async function closeShortcuts(): Promise<void> {
  await expect.element(shortcuts).toBeVisible();
  await pressEscape();
  await expect.element(shortcuts).not.toBeInTheDocument();
}

beforeEach(() => {
  timesBack = 0;
  lists = [];
});

describe('the keys of the window', () => {
  const controls: readonly [string, Locator][] = [
    ['a tick box', page.getByRole('checkbox')],
    ['a radio', page.getByRole('radio', { name: 'Uno' })],
    ['a switch between parts', page.getByRole('radio', { name: 'Primera' })],
    ['a field that only opens its choices', page.getByRole('combobox', { name: 'Responsable' })],
  ];
  it.each(controls)(
    'work on %s, which has the focus again afterwards, and Esc leads back',
    async (_, control) => {
      await showControls();
      await expect.element(control).toBeInTheDocument();
      const element = control.element();
      if (element instanceof HTMLElement) element.focus();
      await openShortcuts();
      await closeShortcuts();
      await expect.element(control).toHaveFocus();
      expect(timesBack).toBe(0);
      await pressEscape();
      expect(timesBack).toBe(1);
    },
  );

  it('are not heard where a person writes', async () => {
    await showControls();
    await focus(writing);
    await openShortcuts();
    await expect.element(writing).toHaveValue('?');
    await pressEscape();
    expect(shortcuts.elements()).toEqual([]);
    expect(timesBack).toBe(0);
  });

  it('wait while choices are open: Esc closes these alone', async () => {
    await showControls();
    const field = page.getByRole('combobox', { name: 'Responsable' });
    // From now on the sheet's script is here: it would be shown at once.
    await focus(page.getByRole('checkbox'));
    await openShortcuts();
    await closeShortcuts();
    await focus(field);
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(choices).toBeVisible();
    await openShortcuts();
    expect(shortcuts.elements()).toEqual([]);
    await pressEscape();
    await expect.element(choices).not.toBeInTheDocument();
    expect(timesBack).toBe(0);
    await expect.element(field).toHaveFocus();
  });

  it('are not heard in a dialog: there Esc closes open choices first, and ? is written', async () => {
    await showControls();
    await page.getByRole('button', { name: 'Preguntar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Una pregunta' });
    const field = dialog.getByRole('combobox');
    await focus(field);
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(choices).toBeVisible();
    await openShortcuts();
    await expect.element(field).toHaveValue('?');
    await pressEscape();
    await expect.element(choices).not.toBeInTheDocument();
    await expect.element(dialog).toBeVisible();
    await pressEscape();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(shortcuts.elements()).toEqual([]);
    expect(timesBack).toBe(0);
  });

  it('leave what lies under a dialog alone', async () => {
    await showControls();
    await focus(page.getByRole('checkbox'));
    await openShortcuts();
    await expect.element(shortcuts).toBeVisible();
    await userEvent.keyboard('{Control>}f{/Control}');
    await expect.element(writing).not.toHaveFocus();
    await closeShortcuts();
  });
});

describe('a command that comes from the menu', () => {
  it('leaves a dialog alone, as its key does', async () => {
    const { emit } = await showControls();
    await expect.element(writing).toBeVisible();
    emit('command.chosen', { command: 'keys' });
    await expect.element(shortcuts).toBeVisible();
    emit('command.chosen', { command: 'dispatches' });
    emit('command.chosen', { command: 'filter' });
    await expect.element(shortcuts).toBeVisible();
    await expect.element(writing).not.toHaveFocus();
    expect(lists).toEqual([]);

    await closeShortcuts();
    emit('command.chosen', { command: 'filter' });
    await expect.element(writing).toHaveFocus();
    emit('command.chosen', { command: 'dispatches' });
    expect(lists).toEqual(['dispatches']);
  });
});
