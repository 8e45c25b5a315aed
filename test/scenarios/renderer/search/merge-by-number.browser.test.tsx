import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DeliveryMenu } from '../../../../renderer/components/document-actions/delivery-menu.tsx';
import { SearchForm } from '../../../../renderer/features/search/search-form.tsx';
import { useInvokeQuery } from '../../../../renderer/ipc/invoke-hooks.ts';
import type { CallInput, Handlers } from '../../../../shared/contract.ts';
import type { DeliveryDocument } from '../../../../shared/model/delivery.ts';
import type { DispatchOutcome, SearchProgress } from '../../../../shared/model/search.ts';
import { createAgencyMain } from '../../../support/page/agency-main.ts';
import { focus } from '../../../support/page/focus.ts';
import { InAppWindow } from '../../../support/page/in-app-window.tsx';
import { acme } from '../../../support/page/sample-client.ts';
import { show } from '../../../support/page/show.tsx';

const box = page.getByRole('combobox', { name: /Qué buscar/ });
const panel = page.getByRole('dialog', { name: 'Cómo se entiende' });
const start = page.getByRole('button', { name: 'Armar el PDF' });

/**
 * The form over an office whose agency answers so, in whose folder `/enviados` files are made; `papers` are
 * kept of each dispatch.
 */
async function open(outcomes: readonly DispatchOutcome[], handlers: Partial<Handlers> = {}) {
  const agencyMain = createAgencyMain();
  const merged: CallInput<'deliveries.merge'>[] = [];
  let state: SearchProgress['state'] = 'running';
  let asOf = '';
  await agencyMain.handlers['settings.change']?.({ folder: '/enviados' });
  const main = await show(
    <InAppWindow>
      <SearchForm />
      <ListBehind />
      <DeliveryMenu isOfSubject count={1} readSelection={async () => selectionOf('subject')} />
      <DeliveryMenu count={1} readSelection={async () => selectionOf('chosen')} />
    </InAppWindow>,
    {
      ...agencyMain.handlers,
      'app.info': () => new Promise(() => undefined),
      'search.progress': async () => progress(state, asOf),
      'search.outcomes': async () => [...outcomes],
      'deliveries.documents': async ({ number }) => (number === 'bare' ? [] : [document(number)]),
      'deliveries.list': async () => [],
      'deliveries.merge': async (request) => {
        merged.push(request);
        return { deliveryId: 'h' };
      },
      ...handlers,
    },
  );
  return {
    agencyMain,
    merged,
    finish: (at = new Date().toISOString()) => {
      [state, asOf] = ['done', at];
      main.emit('search.progress', progress(state, asOf));
    },
  };
}

/** The list behind the dialog, which holds what became of the dispatches so far. */
function ListBehind() {
  useInvokeQuery('search.outcomes', { resultSetId: 'result-1' });
  return null;
}

describe('a PDF by the number of a dispatch', () => {
  it('offers no part while the agency is asked, whatever the list behind knows', async () => {
    const outcomes: DispatchOutcome[] = [{ ...found('123457'), outcome: 'waiting' }];
    const { finish } = await open(outcomes);
    await box.fill('123457');
    await expect.element(panel.getByText('Ctrl+J arma un PDF')).toBeVisible();
    await userEvent.keyboard('{Control>}j{/Control}');
    const dialog = page.getByRole('dialog', { name: 'Despacho 123457 en un PDF' });
    await expect.element(dialog).toBeVisible();
    await expect.element(dialog.getByText('Consultando a la agencia').or(start)).toBeVisible();
    expect(start.elements()).toEqual([]);
    outcomes[0] = found('123457');
    finish();
    await expect.element(start).toHaveFocus();
    expect(dialog.getByText(/no contestó/).elements()).toEqual([]);
  });

  it('is made by typing it, a key in the box and Enter, once the agency has been asked for all of it', async () => {
    const { agencyMain, merged, finish } = await open([found('123457')]);
    await box.fill('123457');
    await expect.element(panel.getByText('Ctrl+J arma un PDF')).toBeVisible();
    await userEvent.keyboard('{Control>}j{/Control}');
    const dialog = page.getByRole('dialog', { name: 'Despacho 123457 en un PDF' });
    await expect.element(dialog.getByText('Consultando a la agencia')).toHaveFocus();
    expect(agencyMain.queries).toMatchObject([
      { kind: 'dispatches', dispatches: [{ number: '123457', ruts: [] }] },
    ]);
    expect(location.hash).toBe('#/results/result-1/documents');
    // Pressed too early it closes nothing, and makes nothing of a part.
    await userEvent.keyboard('{Enter}');
    finish();
    await expect.element(start).toHaveFocus();
    expect(merged).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => merged.map(({ dispatches, folder }) => ({ dispatches, folder })))
      .toEqual([
        {
          folder: '/enviados',
          dispatches: [{ connectionId: 'agency', number: '123457', documentIds: ['of 123457'] }],
        },
      ]);
  });

  it('asks for no dispatch again whose answer is fresh, and again for one that is old', async () => {
    const { agencyMain, merged, finish } = await open([found('123457')]);
    await box.fill('123457');
    await userEvent.keyboard('{Control>}j{/Control}');
    await expect.element(page.getByText('Consultando a la agencia')).toBeVisible();
    finish();
    await expect.element(start).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => merged.length).toBe(1);
    await expect.element(start).not.toBeInTheDocument();

    await focus(box);
    await userEvent.keyboard('{Control>}j{/Control}');
    await expect.element(start).toHaveFocus();
    expect(agencyMain.queries).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    await expect.element(start).not.toBeInTheDocument();

    finish('2026-11-02T12:00:00.000Z');
    await focus(box);
    await userEvent.keyboard('{Control>}j{/Control}');
    await expect.poll(() => agencyMain.queries.length).toBe(2);
  });

  it('says that there is no such dispatch, and makes none', async () => {
    const { finish } = await open([{ ...found('999'), outcome: 'not-found', documents: 0 }]);
    await box.fill('999');
    await userEvent.keyboard('{Control>}j{/Control}');
    await expect.element(page.getByText('Consultando a la agencia')).toBeVisible();
    finish();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(
        'El despacho 999 no existe, o no es de ninguno de los 2 clientes por los que se consultó.',
      );
    await expect.element(page.getByText('No hay de qué armar un PDF.')).toBeVisible();
    await expect.element(start).not.toBeInTheDocument();
  });

  it('names what of several was not found, and is made of the others', async () => {
    const missing = { ...found('999'), outcome: 'not-found', documents: 0 } as const;
    const { merged, finish } = await open([found('123457'), missing, found('123458')]);
    await box.fill('123457; 999; 123458');
    await userEvent.keyboard('{Control>}j{/Control}');
    await expect.element(page.getByText('Consultando a la agencia')).toBeVisible();
    finish();
    await expect.element(page.getByText('El despacho 999 no existe')).toBeVisible();
    await start.click();
    await expect
      .poll(() => merged.flatMap(({ dispatches }) => dispatches.map(({ number }) => number)))
      .toEqual(['123457', '123458']);
  });

  it('of an agency that is away says so, and is made of what is known only where something is', async () => {
    const error = { code: 'NO_NETWORK', message: 'away' } as const;
    const unanswered = { ...found('123457'), outcome: 'problem', error } as const;
    const { merged, finish } = await open([unanswered, { ...unanswered, number: 'bare' }]);
    await box.fill('123457');
    await userEvent.keyboard('{Control>}j{/Control}');
    await expect.element(page.getByText('Consultando a la agencia')).toBeVisible();
    finish();
    await expect.element(page.getByText('La agencia no contestó por estos despachos')).toBeVisible();
    await expect.element(page.getByText('puede faltar algo')).toBeVisible();
    await start.click();
    await expect
      .poll(() => merged.flatMap(({ dispatches }) => dispatches.map(({ number }) => number)))
      .toEqual(['123457']);
  });

  it('is not made of a client or words: the box says what it takes', async () => {
    const { agencyMain } = await open([]);
    await box.fill('Comercial Andina');
    await userEvent.keyboard('{Control>}j{/Control}');
    await expect
      .element(panel.getByRole('alert'))
      .toHaveTextContent('Un PDF se arma por despacho: escribe el número de un despacho y presiona Ctrl+J.');
    expect(agencyMain.queries).toEqual([]);
    await box.fill('123457');
    await expect.element(panel.getByRole('alert')).not.toBeInTheDocument();
  });

  it('is that of the chosen rows wherever else the keys are', async () => {
    await open([]);
    await expect.element(page.getByRole('button', { name: 'Enviar' }).first()).toBeVisible();
    await userEvent.keyboard('{Control>}j{/Control}');
    await expect.element(page.getByRole('dialog', { name: 'Despacho chosen en un PDF' })).toBeVisible();
  });
});

function selectionOf(number: string) {
  return { dispatches: [{ connectionId: 'agency', number }] };
}

function found(number: string): DispatchOutcome {
  return { connectionId: 'agency', number, outcome: 'found', rut: acme, documents: 1 };
}

function document(number: string): DeliveryDocument {
  return {
    connectionId: 'agency',
    number,
    documentId: `of ${number}`,
    type: 'FACTURA',
    folio: '1',
    issueDate: '',
    isActive: true,
    hasFile: true,
  };
}

function progress(state: SearchProgress['state'], asOf: string): SearchProgress {
  return {
    resultSetId: 'result-1',
    state,
    tasksDone: 0,
    tasksAnswered: 0,
    tasksTotal: 1,
    documents: 0,
    requests: 0,
    requestedTypes: [],
    problems: [],
    problemsTotal: 0,
    notThere: 0,
    unknownClients: 0,
    mayBeTruncated: false,
    asOf,
  };
}
