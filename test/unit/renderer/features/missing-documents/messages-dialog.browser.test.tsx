import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MessagesDialog } from '../../../../../renderer/features/missing-documents/messages-dialog.tsx';
import type { CallInput, Handlers } from '../../../../../shared/contract.ts';
import type { RequestMessage } from '../../../../../shared/model/dossier.ts';
import type { Rut } from '../../../../../shared/model/rut.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { doneProgress } from '../../../../support/page/done-progress.ts';
import { acme } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

const message: RequestMessage = {
  connectionId: 'c',
  responsible: 'CLIENTE',
  isOwn: false,
  client: acme,
  to: 'ana@acme.example',
  subject: 'Documentos pendientes',
  body: 'Faltan dos papeles.',
  fitsMail: true,
  missingDocuments: ['DIN', 'B/L'].map((type) => ({ connectionId: 'c', number: '410905', type, rut: acme })),
};

/** The dialog before a main that notes what it is asked to open. */
async function showDialog(
  input: Partial<RequestMessage>,
  leftOut: readonly string[] = [],
  undelivered?: { count: number; of: number },
  handlers: Partial<Handlers> = {},
) {
  const mails: CallInput<'dossier.mail'>[] = [];
  const drafts: CallInput<'dossier.draft'>[] = [];
  await show(
    <MessagesDialog query={{ scope: {} }} missingDocuments={undefined} onClose={() => undefined} />,
    {
      ...createAgencyMain().handlers,
      'dossier.messages': async () => [{ ...message, ...input }],
      'dossier.incomplete': async () => [],
      'dossier.mail': async (mail) => void mails.push(mail),
      'dossier.draft': async (draft) => {
        drafts.push(draft);
        return {
          attached: draft.documentsOf.length - leftOut.length,
          leftOut,
          ...(undelivered && { undelivered }),
        };
      },
      ...handlers,
    },
  );
  return { mails, drafts };
}

const open = page.getByRole('button', { name: 'Abrir en el correo' });
const withDocuments = page.getByRole('checkbox', { name: /^Adjuntar los documentos/ });

it('a short message opens in the mail program by a link', async () => {
  const { mails, drafts } = await showDialog({});
  await open.click();
  await expect.poll(() => mails.length).toBe(1);
  expect(drafts).toEqual([]);
});

it('a message too long for a link opens as a draft', async () => {
  const { mails, drafts } = await showDialog({ fitsMail: false });
  await open.click();
  await expect.element(page.getByText('Se abrió como borrador en tu programa de correo')).toBeVisible();
  expect(drafts).toMatchObject([{ to: 'ana@acme.example', documentsOf: [] }]);
  expect(mails).toEqual([]);
});

it('a message with documents names each of its dispatches once, and says what a mail does not carry', async () => {
  const { drafts } = await showDialog({}, ['planos.pdf']);
  await withDocuments.click();
  await open.click();
  await expect.element(page.getByText(/1 documento no cabe en un correo.*planos\.pdf/)).toBeVisible();
  expect(drafts).toMatchObject([{ documentsOf: [{ connectionId: 'c', number: '410905' }] }]);
});

describe('a message to one party about dispatches of several clients', () => {
  const other = '96591760-8' as Rut;
  const ofBoth: Partial<RequestMessage> = {
    responsible: 'NAVIERA',
    missingDocuments: [
      { connectionId: 'c', number: '410905', type: 'B/L', rut: acme },
      { connectionId: 'c', number: '410906', type: 'B/L', rut: other },
    ],
  };
  const together = page.getByRole('checkbox', { name: 'Está bien, van juntos' });

  it('attaches their documents only once a person has agreed', async () => {
    const { drafts } = await showDialog(ofBoth, [], undefined, {
      'deliveries.clients': async () => [acme, other],
    });
    await expect.element(open).toBeEnabled();
    await withDocuments.click();
    await expect.element(page.getByText(/Documentos de 2 clientes van juntos/)).toBeVisible();
    await expect.element(open).toBeDisabled();
    await together.click();
    await open.click();
    await expect.poll(() => drafts).toMatchObject([{ documentsOf: [{}, {}] }]);
  });

  it('opens nothing while nobody knows whose they are', async () => {
    const answer = Promise.withResolvers<readonly Rut[]>();
    const { drafts } = await showDialog(ofBoth, [], undefined, {
      'deliveries.clients': () => answer.promise,
    });
    await withDocuments.click();
    await open.click();
    answer.resolve([acme, other]);
    await expect.element(together).toBeVisible();
    expect(drafts).toEqual([]);
  });
});

it('a message says how many documents the rules of its client leave out', async () => {
  await showDialog({}, [], undefined, {
    'dossier.draft': async () => ({ attached: 1, leftOut: [], outsideRules: 2 }),
  });
  await withDocuments.click();
  await open.click();
  await expect.element(page.getByText(/reglas de su cliente dejan fuera 2 documentos/)).toBeVisible();
});

it('a message whose documents could not all be had says how many its text names', async () => {
  await showDialog({}, [], { count: 2, of: 14 });
  await withDocuments.click();
  await open.click();
  await expect
    .element(page.getByText(/Faltan 2 de 14 documentos: el texto del correo dice cuáles/))
    .toBeVisible();
});

it('a message that was opened is offered to be noted as requested, with its recipient and papers, and taken back', async () => {
  const asked: CallInput<'dossier.saveRequests'>[] = [];
  const removed: CallInput<'dossier.removeRequests'>[] = [];
  await showDialog({}, [], undefined, {
    'dossier.saveRequests': async (request) => {
      asked.push(request);
      return { ids: request.missingDocuments.map(({ type }) => `id of ${type}`) };
    },
    'dossier.removeRequests': async (request) => void removed.push(request),
  });
  const note = page.getByRole('button', { name: 'Anotar como solicitado', exact: true });
  await open.click();
  await expect.element(page.getByText('¿Lo enviaste?')).toBeVisible();
  await note.click();
  await expect.element(page.getByRole('button', { name: 'Anotado', exact: true })).toBeVisible();
  await expect.element(page.getByText('2 solicitudes anotadas')).toBeVisible();
  expect(asked).toMatchObject([
    {
      askedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      askedOf: 'ana@acme.example',
      missingDocuments: message.missingDocuments,
    },
  ]);
  await page.getByRole('dialog').getByRole('button', { name: 'Deshacer' }).click();
  await expect.element(note).toBeVisible();
  expect(removed).toEqual([{ ids: ['id of DIN', 'id of B/L'] }]);
  // Nothing is left for the key to undo.
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(note).toBeVisible();
  expect(removed).toHaveLength(1);
});

describe('documents of a dispatch that is known in part', () => {
  const partial = { connectionId: 'c', number: '410905', rut: acme };

  /** The agency is asked of the dispatch, and then lacks so many documents of what the message is about. */
  async function showInPart(stillMissing: number, others: readonly RequestMessage[] = []) {
    const agencyMain = createAgencyMain();
    const shown = await showDialog({}, [], undefined, {
      'search.start': async (query) => {
        await agencyMain.handlers['search.start']?.(query);
        return { resultSetId: 'result-1' };
      },
      'search.progress': async () => doneProgress('result-1'),
      'dossier.incomplete': async () => [partial],
      'dossier.messages': async ({ missingDocuments }) => {
        if (!missingDocuments) return [message, ...others];
        const left = message.missingDocuments.slice(0, stillMissing);
        return left.length === 0 ? [] : [{ ...message, body: 'Falta un papel.', missingDocuments: left }];
      },
    });
    await withDocuments.click();
    await expect.element(page.getByText('puede tener más documentos')).toBeVisible();
    return { ...shown, office: agencyMain };
  }

  it('are asked for first, and the message says what is lacking by then', async () => {
    const { office, drafts } = await showInPart(1);
    await open.click();
    await expect
      .poll(() => drafts)
      .toMatchObject([{ body: 'Falta un papel.', documentsOf: [{ number: '410905' }] }]);
    expect(office.queries).toMatchObject([
      { kind: 'dispatches', connectionIds: ['c'], dispatches: [{ number: '410905', ruts: [acme] }] },
    ]);
  });

  it('need no message where all that it asked for has come', async () => {
    const { drafts } = await showInPart(0);
    await open.click();
    await expect.element(page.getByText('Ya llegó todo lo que solicita este mensaje.')).toBeVisible();
    for (const action of ['Copiar', 'Abrir en el correo', 'Anotar como solicitado'])
      await expect.element(page.getByRole('button', { name: action })).toBeDisabled();
    expect(drafts).toEqual([]);
  });

  it('have their message as it was renewed, too, once another one was looked at', async () => {
    await showInPart(1, [{ ...message, responsible: 'AGENCIA', isOwn: true, body: 'Falta el ORIGEN.' }]);
    await open.click();
    await expect.element(page.getByText('Falta un papel.')).toBeVisible();
    const recipients = page.getByRole('list', { name: 'Destinatarios' }).getByRole('button');
    await recipients.nth(1).click();
    await expect.element(page.getByText('Falta el ORIGEN.')).toBeVisible();
    await recipients.first().click();
    await expect.element(page.getByText('Falta un papel.')).toBeVisible();
  });
});
