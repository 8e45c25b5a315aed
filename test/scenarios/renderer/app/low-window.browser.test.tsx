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

it('at 683 × 384 the wheel leads to the rows below the reasons of a refused key', async () => {
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
  const rows = ['1', '2', '3', '4'].map((number) => storedDocument(number, number));
  const queries = createQueryClient();
  queries.setQueryData(settingsKey, { settings: settingsSchema.parse({}), managed: [] });
  await show(
    <div style={{ height: '100vh' }}>
      <App queries={queries} nonce="" />
    </div>,
    {
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
      'rows.page': async () => ({ rows, offset: 0, total: rows.length }),
    },
  );
  await page.getByRole('button', { name: /consultas sin respuesta completa/ }).click();
  const cell = (name: string) => page.getByRole('gridcell', { name, exact: true });
  await expect.element(cell('4')).toBeInTheDocument();
  await page.getByRole('tab', { name: 'Documentos' }).wheel({ delta: { y: 1_000 } });
  await expect.element(cell('1')).toBeInViewport({ ratio: 1 });
  await expect.element(cell('2')).toBeInViewport({ ratio: 1 });
  await cell('2').wheel({ delta: { y: 1_000 } });
  await expect.element(cell('3')).toBeInViewport({ ratio: 1 });
  await expect.element(cell('4')).toBeInViewport({ ratio: 1 });
});
