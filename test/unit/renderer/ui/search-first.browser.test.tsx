import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import News from '../../../../renderer/features/changes/changes.tsx';
import Deliveries from '../../../../renderer/features/deliveries/deliveries.tsx';
import Downloads from '../../../../renderer/features/downloads/downloads.tsx';
import { MatrixList } from '../../../../renderer/features/missing-documents/matrix-list.tsx';
import { SubjectProvider } from '../../../../renderer/ui/inspected-subject.ts';
import { useCommand } from '../../../../renderer/ui/keyboard/use-command.ts';
import { createAgencyMain } from '../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../support/page/in-app-window.tsx';
import { show } from '../../../support/page/show.tsx';

function SearchBox() {
  useCommand('search', () => document.getElementById('box')?.focus());
  return <input id="box" aria-label="Búsqueda" />;
}

it.each([
  ['changes', <News key="news" />],
  ['deliveries', <Deliveries key="deliveries" />],
  ['downloads', <Downloads key="downloads" />],
  [
    'dispatches by type',
    <MatrixList key="matrix" route={{ view: 'missing', part: 'matrix' }} filter={undefined} />,
  ],
])('the empty screen of %s leads to the search box', async (_name, screen) => {
  const counts = { complete: 0, incomplete: 0, partial: 0, 'no-expectation': 0 };
  await show(
    <InAppWindow>
      <SearchBox />
      <SubjectProvider>{screen}</SubjectProvider>
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'saved.list': async () => [],
      'saved.changes': async () => [],
      'deliveries.list': async () => [],
      'downloads.list': async () => [],
      'dossier.matrix': async () => ({ rows: [], offset: 0, total: 0, types: [], counts }),
    },
  );
  await page.getByRole('button', { name: 'Buscar', exact: true }).click();
  await expect.element(page.getByLabelText('Búsqueda')).toHaveFocus();
});
