import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { SearchProgressLine } from '../../../../../renderer/features/results/search-progress-line.tsx';
import type { SearchProgress } from '../../../../../shared/model/search.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { show } from '../../../../support/page/show.tsx';

const running: SearchProgress = {
  resultSetId: 'set',
  state: 'running',
  tasksDone: 1,
  tasksAnswered: 1,
  tasksTotal: 9,
  documents: 3,
  requests: 1,
  requestedTypes: [],
  problems: [],
  problemsTotal: 0,
  notThere: 0,
  unknownClients: 0,
  mayBeTruncated: false,
  asOf: '2026-11-20T13:42:00.000Z',
};

it('a search without a network says so while it still tries, and goes on to tell how far it is once there is one', async () => {
  let online = false;
  const main = await show(<SearchProgressLine progress={running} shownError={null} />, {
    ...createAgencyMain().handlers,
    'network.get': async () => ({ online }),
  });
  await expect.element(page.getByText(/Sin conexión · datos del/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Detener' })).toBeVisible();
  await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
  online = true;
  main.emit('network.changed', { online });
  await expect.element(page.getByRole('progressbar')).toBeVisible();
  await expect.element(page.getByText(/Sin conexión/)).not.toBeInTheDocument();
});

it('a dispatch that is asked for as one client after the other says as how many, and how that is stopped', async () => {
  const progress = { ...running, tasksTotal: 1, trying: { number: '999001', tried: 3, of: 64 } };
  await show(<SearchProgressLine progress={progress} shownError={null} />, {
    ...createAgencyMain().handlers,
    'network.get': async () => ({ online: true }),
  });
  await expect
    .element(page.getByText('Despacho 999001: se ha consultado como 3 de 64 clientes · Esc lo detiene'))
    .toBeVisible();
});

it('an interrupted search that goes on by itself says when and for whom, and can be stopped', async () => {
  const until = new Date(2026, 10, 20, 10, 42, 5).toISOString();
  const stopped: string[] = [];
  const progress: SearchProgress = { ...running, state: 'interrupted', waits: { for: 'service', until } };
  await show(<SearchProgressLine progress={progress} shownError={null} />, {
    ...createAgencyMain().handlers,
    'network.get': async () => ({ online: true }),
    'search.cancel': async ({ resultSetId }) => void stopped.push(resultSetId),
  });
  const words =
    /Interrumpida en 1 de 9 · sigue sola cuando la agencia responda; se le consulta de nuevo a las 10:42:05/;
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Consultar lo que falta' })).toBeVisible();
  await page.getByRole('button', { name: 'Detener' }).click();
  await expect.poll(() => stopped).toEqual(['set']);
});

it.each([
  ['key', 'sigue sola cuando haya una clave que sirva'],
  ['network', 'sigue sola cuando haya conexión'],
] as const)(
  'without a connection, a search that waits for a %s says what it goes on with',
  async (what, words) => {
    await show(
      <SearchProgressLine
        progress={{ ...running, state: 'interrupted', waits: { for: what } }}
        shownError={null}
      />,
      {
        ...createAgencyMain().handlers,
        'network.get': async () => ({ online: false }),
      },
    );
    await expect.element(page.getByText(new RegExp(`^Sin conexión.* · ${words}$`))).toBeVisible();
  },
);

it.each([
  [true, 'Consultando: 1 de 9 despachos · 3 documentos'],
  [false, 'Consultando: 1 de 9 · 3 documentos'],
])(
  'a search counts what it has done, and calls nothing a request that may be several (dispatches: %s)',
  async (areDispatches, words) => {
    await show(<SearchProgressLine progress={{ ...running, areDispatches }} shownError={null} />, {
      ...createAgencyMain().handlers,
      'network.get': async () => ({ online: true }),
    });
    await expect.element(page.getByText(words)).toBeVisible();
  },
);
