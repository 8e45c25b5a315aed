import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Screen } from '../../../../renderer/app/screen.tsx';
import type { CallInput } from '../../../../shared/contract.ts';
import type { MissingDocument, RequestMessage } from '../../../../shared/model/dossier.ts';
import { createAgencyMain } from '../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../support/page/in-app-window.tsx';
import { acme } from '../../../support/page/sample-client.ts';
import { show } from '../../../support/page/show.tsx';
import { tabTo } from '../../../support/page/tab-to.ts';

const rows = ['DIN', 'B/L', 'ORIGEN'].map(
  (type): MissingDocument => ({
    connectionId: 'agency',
    number: '7',
    type,
    rut: acme,
    reference: '',
    day: '2026-10-05',
    kind: 'missing',
    isOver: true,
    responsible: 'CLIENTE',
    seen: 5,
    of: 5,
    basis: 'learned',
  }),
);
const grid = page.getByRole('treegrid');
const dialog = page.getByRole('dialog', { name: 'Mensajes listos para enviar' });
const write = page.getByRole('button', { name: 'Redactar…' });
const record = page.getByRole('button', { name: 'Anotar como solicitado', exact: true });
const recorded = page.getByRole('button', { name: 'Anotado', exact: true });

/** The list of missing documents, as its address opens it; gives what it has asked of main. */
async function showScreen() {
  const asked: string[][] = [];
  const mails: CallInput<'dossier.mail'>[] = [];
  const noted: CallInput<'dossier.saveRequests'>[] = [];
  const removed: CallInput<'dossier.removeRequests'>[] = [];
  window.location.hash = '#/missing';
  await show(
    <InAppWindow>
      <main id="main" tabIndex={-1}>
        <Screen />
      </main>
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'dossier.gaps': async ({ offset }) => ({
        rows: rows.slice(offset),
        offset,
        total: rows.length,
        dispatches: 1,
        partial: 0,
        byResponsible: [{ responsible: 'CLIENTE', missingCount: 3, dispatches: 1, requestedCount: 0 }],
      }),
      'dossier.messages': async ({ missingDocuments = [] }) => {
        const types = missingDocuments.map(({ type }) => type);
        asked.push(types);
        return [messageAbout(types)];
      },
      'deliveries.clients': async () => [acme],
      'dossier.mail': async (mail) => void mails.push(mail),
      'dossier.saveRequests': async (request) => {
        noted.push(request);
        return { ids: request.missingDocuments.map(({ type }) => type) };
      },
      'dossier.removeRequests': async (request) => void removed.push(request),
    },
  );
  await expect.element(grid.getByText('ORIGEN')).toBeVisible();
  return { asked, mails, noted, removed };
}

/** Chooses the first two documents, and opens the message about them. */
async function writeAboutTwo() {
  await expect.element(grid).toHaveFocus();
  // The first line is the heading of who owes them.
  await userEvent.keyboard('{Home}{ArrowDown}{Shift>}{ArrowDown}{/Shift}');
  await tabTo(write);
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText('Faltan DIN y B/L')).toBeVisible();
}

it('chosen documents are requested by mail and noted without a mouse, and the focus returns', async () => {
  const { asked, mails, noted } = await showScreen();
  await writeAboutTwo();
  expect(asked).toEqual([['DIN', 'B/L']]);
  await expect.element(dialog.getByRole('button', { name: 'Abrir en el correo' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => mails).toMatchObject([{ to: 'ana@acme.example', body: 'Faltan DIN y B/L' }]);
  await expect.element(dialog.getByRole('button', { name: 'Abrir en el correo' })).toHaveFocus();
  await tabTo(record);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => noted.map(({ missingDocuments }) => missingDocuments.length)).toEqual([2]);
  await expect.element(recorded).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(write).toHaveFocus();
});

it('a note that is taken back leaves the focus in the dialog, at what notes it again', async () => {
  const { removed } = await showScreen();
  await writeAboutTwo();
  await tabTo(record);
  await userEvent.keyboard('{Enter}');
  await expect.element(recorded).toHaveFocus();
  await tabTo(dialog.getByRole('button', { name: 'Deshacer' }), 'back');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => removed).toEqual([{ ids: ['DIN', 'B/L'] }]);
  await expect.element(record).toHaveFocus();
});

it('the menu of a row opens the message too, and gives the focus back to the rows', async () => {
  await showScreen();
  await expect.element(grid).toHaveFocus();
  await userEvent.keyboard('{Home}{ArrowDown}{Shift>}{F10}{/Shift}');
  await expect.element(page.getByRole('menuitem').first()).toHaveFocus();
  await goToItem('Redactar…');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(grid).toHaveFocus();
});

/** Goes down a menu to an item. */
async function goToItem(name: string) {
  const item = page.getByRole('menuitem', { name });
  for (let presses = 0; document.activeElement !== item.element() && presses < 20; presses++)
    await userEvent.keyboard('{ArrowDown}');
  await expect.element(item).toHaveFocus();
}

function messageAbout(types: readonly string[]): RequestMessage {
  return {
    connectionId: 'agency',
    responsible: 'CLIENTE',
    isOwn: false,
    client: acme,
    to: 'ana@acme.example',
    subject: 'Documentos pendientes',
    body: `Faltan ${types.join(' y ')}`,
    fitsMail: true,
    missingDocuments: types.map((type) => ({ connectionId: 'agency', number: '7', type, rut: acme })),
  };
}
