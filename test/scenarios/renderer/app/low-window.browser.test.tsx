import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { App } from '../../../../renderer/app/app.tsx';
import { createQueryClient } from '../../../../renderer/ipc/query-client.ts';
import { settingsKey } from '../../../../renderer/ipc/settings-hooks.ts';
import { settingsSchema } from '../../../../shared/model/settings.ts';
import { createAgencyMain } from '../../../support/page/agency-main.ts';
import { doneProgress } from '../../../support/page/done-progress.ts';
import { acme, storedDocument } from '../../../support/page/sample-client.ts';
import { show } from '../../../support/page/show.tsx';

it('at 683 × 384 rows are reached below the reasons of a refused key', async () => {
  await page.viewport(683, 384);
  window.location.hash = '#/results/r/documents';
  onTestFinished(async () => {
    window.location.hash = '';
    await page.viewport(1366, 768);
  });
  const error = { code: 'API_KEY_INVALID', message: 'refused' } as const;
  const failure = { kind: 'type', connectionId: 'agency', rut: acme, error } as const;
  const problems = ['FACTURA', 'NOTA DE COBRO', 'DIN'].map((subject) => ({
    ...failure,
    taskId: subject,
    subject,
  }));
  const queries = createQueryClient();
  queries.setQueryData(settingsKey, { settings: settingsSchema.parse({}), managed: [] });
  await show(<App queries={queries} nonce="" />, {
    ...createAgencyMain().handlers,
    'search.query': async () => ({
      kind: 'range',
      connectionIds: ['agency'],
      ruts: [acme],
      range: { kind: 'this-year' },
      types: { kind: 'all', operation: 'both' },
      complete: false,
    }),
    'search.progress': async () => ({
      ...doneProgress('r'),
      problems,
      problemsTotal: problems.length,
      error: { ...error, requestId: 'first' },
    }),
    'rows.columns': async () => [],
    'rows.page': async () => ({ rows: [storedDocument('a', '7')], offset: 0, total: 1 }),
  });
  await page.getByRole('button', { name: /consultas sin respuesta completa/ }).click();
  const cell = page.getByRole('gridcell', { name: '7', exact: true });
  await expect.element(cell).toBeInTheDocument();
  cell.element().scrollIntoView({ block: 'end' });
  await expect.element(cell).toBeInViewport({ ratio: 1 });
});
