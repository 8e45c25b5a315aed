import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Screen } from '../../../../renderer/app/screen.tsx';
import type { CallInput } from '../../../../shared/contract.ts';
import type { Delivery } from '../../../../shared/model/delivery.ts';
import { createAgencyMain } from '../../../support/page/agency-main.ts';
import { doneProgress } from '../../../support/page/done-progress.ts';
import { InAppWindow } from '../../../support/page/in-app-window.tsx';
import { acme } from '../../../support/page/sample-client.ts';
import { show } from '../../../support/page/show.tsx';
import { expectFocus, tabTo } from '../../../support/page/tab-to.ts';

const list = page.getByRole('textbox', { name: 'Despachos que piden' });
const start = page.getByRole('button', { name: 'Preparar el paquete' });
const ask = page.getByRole('button', { name: 'Consultarlos' });
const made: Delivery = {
  id: 'delivery',
  kind: 'package',
  folder: '/packages',
  startedAt: '2026-11-02T12:00:00Z',
  state: 'done',
  done: 1,
  of: 1,
  files: ['/packages/indice.csv'],
  dispatches: [],
  tooLarge: [],
};

/** The screen, as its address opens it; one of its dispatches is known in part until its agency was asked. */
async function showScreen() {
  const agencyMain = createAgencyMain();
  let isAnswered = false;
  const packages: CallInput<'deliveries.package'>[] = [];
  window.location.hash = '#/package';
  const main = await show(
    <InAppWindow>
      <main id="main" tabIndex={-1}>
        <Screen />
      </main>
    </InAppWindow>,
    {
      ...agencyMain.handlers,
      'deliveries.parsePackage': async ({ text }) => ({
        found: text
          .split(/\s+/)
          .filter(Boolean)
          .map((number, at) => ({
            connectionId: 'agency',
            number,
            rut: acme,
            documents: 2,
            filesHere: 2,
            withoutFile: 0,
            leftOut: 0,
            isComplete: at > 0 || isAnswered,
          })),
        notFound: [],
        unreadable: [],
      }),
      'search.progress': async ({ resultSetId }) => ({ ...doneProgress(resultSetId), state: 'running' }),
      'folder.choose': async () => '/packages',
      'deliveries.package': async (request) => {
        packages.push(request);
        return { deliveryId: 'delivery' };
      },
      'deliveries.list': async () => (packages.length > 0 ? [made] : []),
    },
  );
  await expect.element(list).toHaveFocus();
  const answer = () => {
    isAnswered = true;
    main.emit('search.progress', doneProgress('result-1'));
  };
  return { queries: agencyMain.queries, packages, answer };
}

it('a package is read, its options are chosen and it is made without a mouse', async () => {
  const { packages } = await showScreen();
  await userEvent.keyboard('123456{Enter}123457');
  await expect.element(page.getByRole('gridcell', { name: '123457' })).toBeVisible();
  await tabTo(page.getByRole('checkbox', { name: 'Descargar lo que no está en este computador' }));
  await userEvent.keyboard(' ');
  await tabTo(page.getByRole('checkbox', { name: 'Incluir mis notas' }));
  await userEvent.keyboard(' ');
  await tabTo(start);
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => packages)
    .toMatchObject([{ text: '123456\n123457', folder: '/packages', fetch: false, withNotes: true }]);
  await expect.element(page.getByRole('heading', { name: 'Envíos', level: 1 })).toBeVisible();
  await expectFocus();
});

it('what was read of a package is reached by Tab, and walked by arrows', async () => {
  await showScreen();
  await userEvent.keyboard('123456{Enter}123457');
  const rows = page.getByRole('grid');
  await expect.element(page.getByRole('gridcell', { name: '123457' })).toBeVisible();
  await tabTo(rows);
  await userEvent.keyboard('{Home}{ArrowDown}');
  await expect.element(page.getByRole('row', { selected: true })).toMatchTextContent(/123457/);
});

it('dispatches known in part are asked for, and the focus stays on the screen once they are whole', async () => {
  const { queries, answer } = await showScreen();
  await userEvent.keyboard('123456');
  await tabTo(ask);
  await userEvent.keyboard('{Enter}');
  const asking = page.getByRole('button', { name: /^Consultando a la agencia/ });
  await expect.element(asking).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  answer();
  await expect.element(asking).not.toBeInTheDocument();
  await expect.element(ask).not.toBeInTheDocument();
  await expect.element(list).toHaveFocus();
  expect(queries).toHaveLength(1);
});
