import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { SavedInRail } from '../../../renderer/shell/saved-in-rail.tsx';
import { createOffice } from '../support/office.ts';
import { show } from '../support/show.tsx';

it('a saved search that cannot be read stands among the others by its id, says what that means, and can be removed', async () => {
  const removed: string[] = [];
  await show(<SavedInRail />, {
    ...createOffice().handlers,
    'saved.unreadable': async () => [{ id: 'abc-1' }].filter(({ id }) => !removed.includes(id)),
    'saved.remove': async ({ id }) => void removed.push(id),
  });
  const line = page.getByRole('button', { name: 'No se puede leer: abc-1' });
  await line.click();
  const dialog = page.getByRole('dialog', { name: 'Una búsqueda guardada no se puede leer' });
  await expect.element(dialog).toMatchTextContent(/abc-1/);
  await dialog.getByRole('button', { name: 'Eliminar' }).click();
  await expect.poll(() => removed).toEqual(['abc-1']);
  await expect.poll(() => line.elements()).toEqual([]);
});
