import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { FetchAllButton } from '../../../../../renderer/components/document-actions/fetch-all-button.tsx';
import { AppError } from '../../../../../shared/errors.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { acme } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

const progress = {
  resultSetId: 'result-1',
  state: 'done' as const,
  tasksDone: 2,
  tasksAnswered: 0,
  tasksTotal: 2,
  documents: 0,
  requests: 2,
  requestedTypes: [],
  notThere: 0,
  mayBeTruncated: false,
  asOf: '',
};

function failure(code: 'ACCOUNT_NOT_FOUND' | 'NO_NETWORK' | 'INTERNAL_ERROR', subject: string) {
  return {
    taskId: subject,
    kind: 'dispatch' as const,
    connectionId: 'c',
    rut: acme,
    subject,
    error: { code, message: 'as the test says' },
  };
}

it('a RUT that is no client of the agency is told as that, not as one without an answer', async () => {
  const problems = [failure('ACCOUNT_NOT_FOUND', '7'), failure('ACCOUNT_NOT_FOUND', '8')];
  await show(
    <FetchAllButton label="Preguntar" dispatches={() => [{ connectionId: 'c', number: '7', rut: acme }]} />,
    {
      ...createAgencyMain().handlers,
      'search.progress': async () => ({ ...progress, problems, problemsTotal: 2, unknownClients: 2 }),
    },
  );
  await page.getByRole('button', { name: 'Preguntar' }).click();
  await expect
    .element(page.getByText('2 consultas fueron por un RUT que no es un cliente activo de la agencia.'))
    .toBeVisible();
  expect(page.getByText(/sin respuesta/).elements()).toEqual([]);
});

it('what has no answer is counted without the RUTs that are no clients', async () => {
  const problems = [failure('NO_NETWORK', '7'), failure('ACCOUNT_NOT_FOUND', '8')];
  await show(
    <FetchAllButton label="Preguntar" dispatches={() => [{ connectionId: 'c', number: '7', rut: acme }]} />,
    {
      ...createAgencyMain().handlers,
      'search.progress': async () => ({ ...progress, problems, problemsTotal: 2, unknownClients: 1 }),
    },
  );
  await page.getByRole('button', { name: 'Preguntar' }).click();
  await expect
    .element(page.getByText('1 quedó sin respuesta. Reintenta. No se pudo llegar al servicio.'))
    .toBeVisible();
  await expect.element(page.getByText(/no es un cliente activo de la agencia/)).toBeVisible();
});

it('no cause is told of what has no answer for several ones', async () => {
  const problems = [failure('NO_NETWORK', '7'), failure('INTERNAL_ERROR', '8')];
  await show(
    <FetchAllButton label="Preguntar" dispatches={() => [{ connectionId: 'c', number: '7', rut: acme }]} />,
    {
      ...createAgencyMain().handlers,
      'search.progress': async () => ({ ...progress, problems, problemsTotal: 2, unknownClients: 0 }),
    },
  );
  await page.getByRole('button', { name: 'Preguntar' }).click();
  await expect.element(page.getByText('2 quedaron sin respuesta. Reintenta.', { exact: true })).toBeVisible();
});

it('asking for a dispatch whose progress main does not tell says why, and may be begun anew', async () => {
  await show(
    <FetchAllButton label="Preguntar" dispatches={() => [{ connectionId: 'c', number: '7', rut: acme }]} />,
    {
      ...createAgencyMain().handlers,
      'search.progress': async () => {
        throw new AppError('STORE_BUSY', 'the store is busy');
      },
    },
  );
  await page.getByRole('button', { name: 'Preguntar' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/STORE_BUSY/);
  await expect.element(page.getByRole('button', { name: 'Preguntar' })).toBeEnabled();
});
