import { useState } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useInvokeMutation } from '../../../../renderer/ipc/invoke-hooks.ts';
import { Dialog } from '../../../../renderer/ui/dialog.tsx';
import { show } from '../../../support/page/show.tsx';

const isLong = page.getByText(/^Esto tarda más de lo habitual/);
const shown = () => isLong.elements().filter((words) => words.checkVisibility());

/**
 * A screen with an action of its own and a dialog with another, before a main that answers neither until it
 * is told to.
 */
async function openScreen({ inDialog = false } = {}) {
  const removed = Promise.withResolvers<void>();
  await show(<Screen />, { 'dossier.removeRequests': () => removed.promise });
  await expect.element(page.getByRole('button', { name: 'Quitar' })).toBeVisible();
  if (inDialog) {
    await page.getByRole('button', { name: 'Abrir' }).click();
    await expect.element(page.getByRole('button', { name: 'Eliminar' })).toBeVisible();
  }
  // What waits for the page to be drawn goes by the same timers.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  return removed;
}

function Screen() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Remove label="Quitar" />
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      {isOpen && (
        <Dialog title="Notas" onClose={() => setOpen(false)}>
          <Remove label="Eliminar" />
        </Dialog>
      )}
    </>
  );
}

function Remove({ label }: { label: string }) {
  const remove = useInvokeMutation('dossier.removeRequests');
  return (
    <button type="button" onClick={() => remove.mutate({ ids: [label] })}>
      {label}
    </button>
  );
}

it('an action outside dialogs is told to take long after twenty seconds, until it is answered', async () => {
  const removed = await openScreen();
  await page.getByRole('button', { name: 'Quitar' }).click();
  await vi.advanceTimersByTimeAsync(19_000);
  expect(shown()).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  await expect.element(isLong).toBeVisible();
  removed.resolve();
  await expect.element(isLong).not.toBeInTheDocument();
});

it('an action is told to take long in its dialog alone, and outside once that is closed', async () => {
  await openScreen({ inDialog: true });
  await page.getByRole('button', { name: 'Eliminar' }).click();
  await vi.advanceTimersByTimeAsync(21_000);
  await expect.poll(shown).toHaveLength(1);
  expect(shown()[0]?.closest('[role=dialog]')).not.toBeNull();
  await page.getByRole('button', { name: 'Cerrar' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.poll(shown).toHaveLength(1);
});
