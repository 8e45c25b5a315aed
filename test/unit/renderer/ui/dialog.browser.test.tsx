import { useState } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useInvokeMutation, useInvokeQuery } from '../../../../renderer/ipc/invoke-hooks.ts';
import { Dialog } from '../../../../renderer/ui/dialog.tsx';
import { DialogEnd } from '../../../../renderer/ui/dialog-end.tsx';
import { ErrorMessage } from '../../../../renderer/ui/error-message/error-message.tsx';
import { show } from '../../../support/page/show.tsx';

const dialog = page.getByRole('dialog');
const isLong = dialog.getByText(/^Esto tarda más de lo habitual/);

/**
 * A dialog that reads by one button and removes by another, before a main that answers neither until it is
 * told to.
 */
async function openDialog() {
  const removed = Promise.withResolvers<void>();
  await show(<Opened />, {
    'dossier.agencyRut': () => new Promise(() => undefined),
    'dossier.removeRequests': () => removed.promise,
  });
  await expect.element(dialog).toBeVisible();
  // What waits for the page to be drawn goes by the same timers.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  return removed;
}

function Opened() {
  const [isOpen, setOpen] = useState(true);
  return isOpen ? (
    <Dialog title="Notas" onClose={() => setOpen(false)}>
      <Inside />
    </Dialog>
  ) : null;
}

function Inside() {
  const [isReading, setReading] = useState(false);
  const read = useInvokeQuery('dossier.agencyRut', { connectionId: 'c' }, { enabled: isReading });
  const remove = useInvokeMutation('dossier.removeRequests');
  return (
    <>
      {read.error && <ErrorMessage error={read.error} />}
      <button type="button" onClick={() => setReading(true)}>
        Leer
      </button>
      <button type="button" onClick={() => remove.mutate({ ids: ['1'] })}>
        Eliminar
      </button>
    </>
  );
}

it('says so while what was begun in it goes unanswered, and no longer once it is done', async () => {
  const removed = await openDialog();
  await page.getByRole('button', { name: 'Eliminar' }).click();
  expect(isLong.elements()).toEqual([]);
  await vi.advanceTimersByTimeAsync(21_000);
  await expect.element(isLong).toBeVisible();
  removed.resolve();
  await expect.element(isLong).not.toBeInTheDocument();
});

it('closes while an action that was begun in it is never answered', async () => {
  await openDialog();
  await page.getByRole('button', { name: 'Eliminar' }).click();
  await page.getByRole('button', { name: 'Cerrar' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

it('tells after a minute that what it reads has not come, and closes', async () => {
  await openDialog();
  await page.getByRole('button', { name: 'Leer' }).click();
  await vi.advanceTimersByTimeAsync(61_000);
  await expect.element(page.getByText('NO_ANSWER')).toBeVisible();
  await page.getByRole('button', { name: 'Cerrar' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

it('keeps its title and its buttons in sight in a low window, and what has the focus between them', async () => {
  await page.viewport(1024, 560);
  onTestFinished(() => page.viewport(1366, 768));
  const fields = Array.from({ length: 30 }, (_, index) => `Campo ${index}`);
  await show(
    <Dialog title="Notas" onClose={() => undefined}>
      <form>
        {fields.map((field) => (
          <p key={field}>
            <input aria-label={field} />
          </p>
        ))}
        <DialogEnd>
          <button type="submit">Guardar</button>
        </DialogEnd>
      </form>
    </Dialog>,
  );
  const boxOf = (element: Element | undefined) => element?.getBoundingClientRect() ?? new DOMRect();
  const save = page.getByRole('button', { name: 'Guardar' });
  await expect.element(save).toBeVisible();
  const bounds = () => ({
    top: boxOf(page.getByRole('heading', { name: 'Notas' }).element()).bottom,
    bottom: boxOf(save.element()).top,
  });
  expect(boxOf(save.element()).bottom).toBeLessThanOrEqual(boxOf(dialog.element()).bottom);
  for (const field of fields) {
    const at = page.getByRole('textbox', { name: field, exact: true }).element();
    if (at instanceof HTMLElement) at.focus();
    expect(boxOf(at).top).toBeGreaterThanOrEqual(bounds().top);
    expect(boxOf(at).bottom).toBeLessThanOrEqual(bounds().bottom);
  }
  expect(bounds().top).toBeGreaterThan(0);
  expect(boxOf(save.element()).bottom).toBeLessThanOrEqual(560);
});

it('opens at its beginning where the focus goes to the button at its end', async () => {
  await page.viewport(700, 400);
  onTestFinished(() => page.viewport(1366, 768));
  await show(
    <Dialog title="Largo" onClose={() => undefined}>
      <p style={{ height: 600 }}>Comienzo</p>
      <DialogEnd>
        <button type="submit" data-autofocus>
          Listo
        </button>
      </DialogEnd>
    </Dialog>,
    {},
  );
  await expect.element(page.getByRole('button', { name: 'Listo' })).toHaveFocus();
  expect(dialog.element().scrollTop).toBe(0);
});
