import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Found from '../../../../../renderer/features/results/found-documents.tsx';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { Printing } from '../../../../support/page/printing.tsx';
import { storedDocument } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

it('the key prints the chosen documents, and the inspected dispatch where none is chosen', async () => {
  const printed: unknown[] = [];
  await show(
    <InAppWindow>
      <Printing onPrint={(selection) => printed.push(selection)}>
        <Found text="12" part={undefined} />
      </Printing>
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'rows.find': async () => ({ rows: [storedDocument('a', '7'), storedDocument('b', '8')] }),
    },
  );
  const row = page.getByRole('gridcell', { name: '8', exact: true });
  await expect.element(row).toBeVisible();
  await userEvent.keyboard('{Control>}p{/Control}');
  expect(printed).toEqual(['inspected']);
  await row.click({ modifiers: ['Control'] });
  await expect.element(page.getByRole('button', { name: 'Enviar' })).toBeEnabled();
  await userEvent.keyboard('{Control>}p{/Control}');
  await expect.poll(() => printed.slice(1)).toMatchObject([{ documents: [{ connectionId: 'c', id: 'b' }] }]);
});

it('where nothing is found, the way into the documents looks like every other link', async () => {
  const found = (
    <InAppWindow>
      <Found text="zzz" part={undefined} />
    </InAppWindow>
  );
  await show(found, { ...createAgencyMain().handlers, 'rows.find': async () => ({ rows: [] }) });
  const link = page.getByRole('link', { name: 'Buscar dentro de los documentos' });
  await expect.element(link).toBeVisible();
  const accent = document.createElement('i');
  accent.style.color = 'var(--accent)';
  link.element().append(accent);
  expect(getComputedStyle(link.element()).color).toBe(getComputedStyle(accent).color);
});
