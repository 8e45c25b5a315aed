import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { MatrixList } from '../../../../../renderer/features/missing-documents/matrix-list.tsx';
import MissingScreen from '../../../../../renderer/features/missing-documents/missing-documents.tsx';
import { SubjectProvider } from '../../../../../renderer/ui/inspected-subject.ts';
import type { CallInput } from '../../../../../shared/contract.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { show } from '../../../../support/page/show.tsx';

it('the dispatches whose term ends soon are a filter of the list, which says when there are none', async () => {
  const queries: CallInput<'dossier.matrix'>[] = [];
  const counts = { complete: 0, incomplete: 0, partial: 0, 'no-expectation': 0 };
  await show(
    <InAppWindow>
      <SubjectProvider>
        <MatrixList route={{ view: 'missing', part: 'matrix' }} filter={undefined} />
      </SubjectProvider>
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'dossier.matrix': async (query) => {
        queries.push(query);
        return { rows: [], offset: 0, total: 0, types: [], counts };
      },
    },
  );
  await expect.element(page.getByText('Todavía no hay despachos guardados.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Plazo por vencer' }).click();
  await expect.element(page.getByText('Ninguna fila con este filtro.')).toBeVisible();
  expect(queries.map(({ isRetentionEnding }) => isRetentionEnding)).toEqual([undefined, true]);
});

it.each([
  ['gaps', 'cliente, despacho, tipo, octubre…'],
  ['matrix', 'cliente, despacho, octubre…'],
] as const)('the filter of %s offers what its rows can be found by', async (part, placeholder) => {
  await show(
    <InAppWindow>
      <SubjectProvider>
        <MissingScreen route={{ view: 'missing', part }} />
      </SubjectProvider>
    </InAppWindow>,
    createAgencyMain().handlers,
  );
  await expect.element(page.getByPlaceholder(placeholder, { exact: true })).toBeVisible();
});
