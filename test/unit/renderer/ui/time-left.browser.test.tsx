import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FetchAllButton } from '../../../../renderer/components/document-actions/fetch-all-button.tsx';
import { SearchProgressLine } from '../../../../renderer/features/results/search-progress-line.tsx';
import type { SearchProgress } from '../../../../shared/model/search.ts';
import { createAgencyMain } from '../../../support/page/agency-main.ts';
import { acme } from '../../../support/page/sample-client.ts';
import { show } from '../../../support/page/show.tsx';

afterEach(() => {
  vi.useRealTimers();
});

const running: SearchProgress = {
  resultSetId: 'result-1',
  state: 'running',
  tasksDone: 0,
  tasksAnswered: 0,
  tasksTotal: 100,
  documents: 3,
  requests: 1,
  requestedTypes: [],
  problems: [],
  problemsTotal: 0,
  notThere: 0,
  unknownClients: 0,
  mayBeTruncated: false,
  asOf: '',
};

it('asking for many dispatches says about how long it still takes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const main = await show(
    <FetchAllButton label="Preguntar" dispatches={() => [{ connectionId: 'c', number: '7', rut: acme }]} />,
    { ...createAgencyMain().handlers, 'search.progress': async () => running },
  );
  await page.getByRole('button', { name: 'Preguntar' }).click();
  await expect.element(page.getByText('Consultando a la agencia: 0 de 100', { exact: true })).toBeVisible();
  vi.setSystemTime(Date.now() + 60_000);
  main.emit('search.progress', { ...running, tasksDone: 20 });
  await expect
    .element(page.getByText('Consultando a la agencia: 20 de 100 · quedan unos 4 minutos'))
    .toBeVisible();
});

it('a button for very many requests names the time beside their number', async () => {
  await show(<FetchAllButton label="Preguntar" requests={1200} queries={() => []} />, {
    ...createAgencyMain().handlers,
  });
  await expect
    .element(page.getByRole('button', { name: 'Preguntar · unas 1.200 consultas, cerca de 10 minutos' }))
    .toBeVisible();
});

it('so does asking for one dispatch as one client after the other', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  function Line() {
    const [tried, setTried] = useState(4);
    const trying = { number: '999001', tried, of: 64 };
    return (
      <>
        <SearchProgressLine progress={{ ...running, tasksTotal: 1, trying }} shownError={null} />
        <button type="button" onClick={() => setTried(34)}>
          later
        </button>
      </>
    );
  }
  await show(<Line />, {
    ...createAgencyMain().handlers,
    'network.get': async () => ({ online: true }),
  });
  const words = 'Despacho 999001: se ha consultado como';
  await expect.element(page.getByText(`${words} 4 de 64 clientes · Esc lo detiene`)).toBeVisible();
  vi.setSystemTime(Date.now() + 120_000);
  await page.getByRole('button', { name: 'later' }).click();
  await expect
    .element(page.getByText(`${words} 34 de 64 clientes · Esc lo detiene · quedan unos 2 minutos`))
    .toBeVisible();
});
