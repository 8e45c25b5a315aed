import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { NoteSection } from '../../../../../renderer/features/inspector/note-section.tsx';
import type { Pin } from '../../../../../shared/model/home.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { acme } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

const dispatch = { connectionId: 'agency', number: '410905' };

it('a note is saved when its field is left, and a pin at once', async () => {
  let stored = 'Esperar al camión';
  let pins: Pin[] = [];
  const part = (
    <InAppWindow>
      <NoteSection {...dispatch} rut={acme} />
    </InAppWindow>
  );
  await show(part, {
    ...createAgencyMain().handlers,
    'dossier.note': async () => ({ note: stored }),
    'dossier.setNote': async ({ note }) => {
      stored = note;
    },
    'dossier.pins': async () => pins,
    'dossier.setPin': async ({ isPinned, ...pin }) => {
      pins = isPinned ? [pin] : [];
    },
  });
  const field = page.getByRole('textbox', { name: 'Nota tuya' });
  await expect.element(field).toHaveValue('Esperar al camión');
  await field.fill('  Llegó el camión ');
  expect(stored).toBe('Esperar al camión');
  await userEvent.tab();
  await expect.poll(() => stored).toBe('Llegó el camión');
  const pin = page.getByRole('button', { name: 'Fijar', exact: true });
  await pin.click();
  await expect.element(pin).toHaveAttribute('aria-pressed', 'true');
  expect(pins).toEqual([{ rut: acme, dispatch }]);
});

it.each(['the inspector closes', 'the window closes'])(
  'a note is saved when %s while it is typed',
  async (when) => {
    const saved: string[] = [];
    let close: () => void = () => undefined;
    function Closable() {
      const [isOpen, setOpen] = useState(true);
      close = () => setOpen(false);
      return isOpen && <NoteSection {...dispatch} rut={acme} />;
    }
    const part = (
      <InAppWindow>
        <Closable />
      </InAppWindow>
    );
    await show(part, {
      ...createAgencyMain().handlers,
      'dossier.note': async () => ({ note: saved.at(-1) ?? '' }),
      'dossier.setNote': async ({ note }) => void saved.push(note),
      'dossier.pins': async () => [],
    });
    const field = page.getByRole('textbox', { name: 'Nota tuya' });
    await expect.element(field).not.toHaveAttribute('readonly');
    await field.fill('Llegó el camión');
    await expect.element(field).toHaveValue('Llegó el camión');
    if (when === 'the window closes') window.dispatchEvent(new PageTransitionEvent('pagehide'));
    else close();
    await expect.poll(() => saved).toEqual(['Llegó el camión']);
  },
);

it('a note that is full says so, whatever is pasted into it', async () => {
  const part = (
    <InAppWindow>
      <NoteSection {...dispatch} rut={acme} />
    </InAppWindow>
  );
  await show(part, {
    ...createAgencyMain().handlers,
    'dossier.note': async () => ({ note: 'مرحبا 🚢 '.repeat(300).slice(0, 1990) }),
    'dossier.setNote': async () => undefined,
    'dossier.pins': async () => [],
  });
  const field = page.getByRole('textbox', { name: 'Nota tuya' });
  await expect.element(field).toHaveValue(expect.stringContaining('🚢'));
  expect(page.getByText(/^La nota está llena/).elements()).toEqual([]);
  await field.click();
  await userEvent.keyboard('{End}0123456789');
  await expect.element(page.getByText(/^La nota está llena: caben 2.?000 letras/)).toBeVisible();
});
