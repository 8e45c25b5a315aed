import { type ReactNode, useMemo } from 'react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SearchForm } from '../../../../../renderer/features/search/search-form.tsx';
import { LayoutContext, useLayout } from '../../../../../renderer/ui/stored-layout.ts';
import type { TextStatus } from '../../../../../shared/model/text-search.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { focus } from '../../../../support/page/focus.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { pressTwice } from '../../../../support/page/press-twice.ts';
import { storedDocument } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

const readStatus: TextStatus = {
  state: 'idle',
  read: 1,
  waiting: 0,
  unread: {},
  unreadTotal: 0,
  waitingScans: 0,
  isRemade: false,
};

const box = page.getByRole('combobox', { name: /Qué buscar/ });
const panel = page.getByRole('dialog', { name: 'Cómo se entiende' });

const form = (onBack?: () => void) => (
  <InAppWindow {...(onBack && { onBack })}>
    <SearchForm />
  </InAppWindow>
);

/** The form's own button: the panel has one too, once it knows what would be asked. */
async function buttonThatBegins(): Promise<HTMLElement> {
  await expect.element(page.getByRole('button', { name: 'Buscar', exact: true }).first()).toBeVisible();
  const button = document.querySelector<HTMLElement>('search > button:last-of-type');
  if (!button) throw new Error('nothing begins the search');
  return button;
}

/** A form whose search has no result set until it is given one. */
async function showWaitingForm() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const agencyMain = createAgencyMain({ beforeResult: promise });
  await show(form(), agencyMain.handlers);
  await box.fill('Comercial Andina');
  return { ...agencyMain, button: await buttonThatBegins(), giveResult: resolve };
}

/** Tells when a part is drawn that goes by whether the window is narrow, as the search box is. */
function Counted({ onDraw, children }: { onDraw: () => void; children: ReactNode }) {
  const layout = useLayout();
  const counted = useMemo(
    () => ({
      ...layout,
      get isNarrow() {
        onDraw();
        return layout.isNarrow;
      },
    }),
    [layout, onDraw],
  );
  return <LayoutContext value={counted}>{children}</LayoutContext>;
}

describe('the search form', () => {
  it('draws its box once when a click opens the panel for the first time', async () => {
    const { handlers, connection } = createAgencyMain();
    let drawn = 0;
    const count = () => {
      drawn++;
    };
    await show(
      <InAppWindow>
        <Counted onDraw={count}>
          <SearchForm />
        </Counted>
      </InAppWindow>,
      handlers,
    );
    await expect.element(page.getByRole('button', { name: `Agencia: ${connection.name}` })).toBeVisible();
    drawn = 0;
    await box.click();
    await expect.element(panel).toBeVisible();
    expect(drawn).toBe(1);
  });

  it('asks once when a person presses twice', async () => {
    const { handlers, queries, clients } = createAgencyMain();
    await show(form(), handlers);
    const [andina, sur] = clients;
    await box.fill(andina?.name ?? '');
    await pressTwice(await buttonThatBegins());
    await expect.poll(() => location.hash).toBe('#/results/result-1/documents');
    expect(queries).toMatchObject([{ kind: 'range', ruts: [andina?.rut] }]);

    await box.fill(sur?.rut ?? '');
    await pressTwice(box.element(), 'Enter');
    await expect.poll(() => location.hash).toBe('#/results/result-2/documents');
    expect(queries.slice(1)).toMatchObject([{ kind: 'range', ruts: [sur?.rut] }]);
  });

  it('leaves a person who went elsewhere before the answer has come there', async () => {
    const { queries, button, giveResult } = await showWaitingForm();
    button.click();
    location.hash = '#/clients';
    await expect.poll(() => queries.length).toBe(1);
    giveResult();
    // It takes what was typed for asked and closes its panel, when the answer has come.
    await expect.element(panel).not.toBeInTheDocument();
    expect(location.hash).toBe('#/clients');
  });

  it('leads a person who went elsewhere and asked again there to the answer, and asks once', async () => {
    const { queries, button, giveResult } = await showWaitingForm();
    button.click();
    location.hash = '#/clients';
    button.click();
    await expect.poll(() => queries.length).toBeGreaterThan(0);
    giveResult();
    await expect.poll(() => location.hash).toBe('#/results/result-1/documents');
    expect(queries).toHaveLength(1);
  });

  it('asks the types that a typed kind of document names of the client beside it, by Enter alone, and shows them above', async () => {
    const { handlers, queries, clients } = createAgencyMain();
    await show(form(), handlers);
    const [client] = clients;
    await box.fill(`bl ${client?.name}`);
    await expect.element(panel.getByText('CONOCIMIENTO DE EMBARQUE (B/L)')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => location.hash).toBe('#/results/result-1/documents');
    expect(queries).toMatchObject([
      { ruts: [client?.rut], types: { kind: 'some', names: ['CONOCIMIENTO DE EMBARQUE (B/L)'] } },
    ]);
    await expect
      .element(page.getByRole('button', { name: 'Tipos: CONOCIMIENTO DE EMBARQUE (B/L)', exact: true }))
      .toBeVisible();
    await expect.element(box).toHaveValue(`bl ${client?.name}`);
  });

  it.each([
    ['transfers', 3, 'La lectura espera a que termine la descarga.'],
    ['paused', 3, 'Lectura en pausa.'],
    ['off', 0, 'La lectura está desactivada en Ajustes.'],
  ] as const)('says beside the documents why none is read: %s', async (state, waiting, text) => {
    const { handlers } = createAgencyMain();
    await show(form(), {
      ...handlers,
      'texts.find': async () => ({ hits: [], hasMore: false, hasWords: true, unused: [], unreadable: 0 }),
      'texts.status': async () => ({ ...readStatus, state, waiting, unreadTotal: waiting }),
    });
    await box.fill('shenzhen');
    await expect.element(panel.getByText(text)).toBeVisible();
  });

  it('says nothing of a download while every document is read', async () => {
    const { handlers } = createAgencyMain();
    await show(form(), {
      ...handlers,
      'texts.find': async () => ({ hits: [], hasMore: false, hasWords: true, unused: [], unreadable: 1 }),
      'texts.status': async () => ({ ...readStatus, state: 'transfers' }),
    });
    await box.fill('shenzhen');
    await expect.element(panel.getByText(/no se pueden? leer/)).toBeVisible();
    await expect.element(panel.getByText(/espera a que termine/)).not.toBeInTheDocument();
  });

  it('offers the documents whose files say the text, with the line and what is unread, and opens one', async () => {
    const { handlers } = createAgencyMain();
    const hit = {
      document: storedDocument('d', '7'),
      pages: [3],
      isPaged: true,
      isAttached: false,
      isNear: true,
      isUnsure: true,
    };
    await show(form(), {
      ...handlers,
      'texts.find': async () => ({
        hits: [hit],
        hasMore: false,
        hasWords: true,
        unused: [],
        unreadable: 2,
      }),
      'texts.status': async () => ({ ...readStatus, unread: { 'no-text': 4 }, unreadTotal: 4 }),
      'texts.lines': async () => [
        {
          connectionId: hit.document.connectionId,
          id: 'd',
          page: 3,
          line: 'Puerto SHENZHEN',
          marks: [[7, 15]],
        },
      ],
    });
    await box.fill('shenzhen');
    const offered = panel.getByRole('button', { name: /Despacho 7 · .* · p\. 3 · escaneado, letra dudosa/ });
    await expect.element(offered.getByText('SHENZHEN')).toBeVisible();
    await expect.element(panel.getByText('Sin leer: 4')).toBeVisible();
    await expect.element(panel.getByText('2 filas están dañadas')).toBeVisible();
    await offered.click();
    await expect.poll(() => location.hash).toBe('#/found/shenzhen/text');
  });

  it('asks all clients for a kind of document alone, and a dispatch of no known client as whoever has it', async () => {
    const { handlers, queries, clients } = createAgencyMain();
    await show(form(), handlers);
    await box.fill('facturas');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => location.hash).toBe('#/results/result-1/documents');
    expect(queries).toHaveLength(1);
    await box.fill('999999');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => location.hash).toBe('#/results/result-2/documents');
    expect(queries).toMatchObject([
      { kind: 'range', ruts: clients.map(({ rut }) => rut), types: { kind: 'some' } },
      { kind: 'dispatches', dispatches: [{ number: '999999', ruts: [] }] },
    ]);
  });

  it('asks what was entered before its agencies and clients are known, once they are', async () => {
    const { handlers, queries, clients, connection } = createAgencyMain();
    const known = Promise.withResolvers<void>();
    await show(form(), {
      ...handlers,
      'connections.list': () => known.promise.then(() => [connection]),
      'clients.list': () => known.promise.then(() => [...clients]),
    });
    await box.fill('facturas');
    await userEvent.keyboard('{Enter}');
    known.resolve();
    await expect.poll(() => location.hash).toBe('#/results/result-1/documents');
    expect(queries).toMatchObject([{ connectionIds: [connection.id], ruts: clients.map(({ rut }) => rut) }]);
  });

  it('offers both of a number that is one of a dispatch and of stored documents: Enter takes the first, arrows or a click the other', async () => {
    const { handlers, queries } = createAgencyMain();
    await show(form(), {
      ...handlers,
      'search.parse': async () => ({
        kind: 'understood',
        clients: [],
        unmatched: [],
        types: [],
        aside: 0,
        asides: [],
        numberRanges: [],
        wrong: [],
        dispatches: [{ number: '77123', ruts: [], source: 'unknown' }],
        documents: [{ text: '77123', count: 2 }],
        terms: ['77123'],
      }),
    });
    await box.fill('77123');
    await expect.element(panel.getByRole('button', { name: '2 documentos con folio 77123' })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => location.hash).toBe('#/found/77123');
    await expect.element(panel).not.toBeInTheDocument();
    expect(queries).toEqual([]);

    const dispatch = panel.getByRole('button', { name: /^Despacho 77123/ });
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    await expect.element(dispatch).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    await expect.element(box).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await expect.poll(() => location.hash).toBe('#/results/result-1/documents');
    expect(queries).toMatchObject([{ kind: 'dispatches', dispatches: [{ number: '77123' }] }]);

    await expect.element(panel).not.toBeInTheDocument();
    await box.click();
    await dispatch.click();
    await expect.poll(() => location.hash).toBe('#/results/result-2/documents');
  });

  it('tells what is left aside though it holds a number, and how many more of that there are', async () => {
    const { handlers } = createAgencyMain();
    const offices = Array.from({ length: 22 }, (_, index) => `Oficina ${4100 + index}`);
    await show(form(), {
      ...handlers,
      'search.parse': async () => ({
        kind: 'understood',
        clients: [],
        documents: [],
        unmatched: [],
        types: [],
        terms: [],
        aside: 0,
        asides: [],
        numberRanges: [],
        dispatches: [{ number: '410931', ruts: [], source: 'unknown' }],
        wrong: offices.map((text) => ({ text, reason: 'not-understood' })),
      }),
    });
    await box.fill('410931; Oficina 4100');
    await expect.element(panel.getByText(/^Oficina 4100 trae un número que no se entiende/)).toBeVisible();
    await expect.element(panel.getByText('y 2 más')).toBeInTheDocument();
  });

  it('says from when days are asked for whose text gives the last one alone, and which words set none', async () => {
    const { handlers } = createAgencyMain();
    await show(form(), {
      ...handlers,
      'search.parse': async () => ({
        kind: 'understood',
        clients: [],
        documents: [],
        dispatches: [],
        unmatched: [],
        terms: [],
        aside: 0,
        asides: [],
        numberRanges: [],
        types: ['NOTA DE COBRO'],
        range: { kind: 'days', start: '2026-01-01', end: '2026-10-15' },
        hasAssumedStart: true,
        wrong: [{ text: 'hasta el viernes', reason: 'days-unclear' }],
      }),
    });
    await box.fill('notas de cobro hasta el 15 de octubre');
    await expect.element(panel.getByText('01-01-2026 – 15-10-2026')).toBeVisible();
    await expect
      .element(panel.getByText('Desde el comienzo del año: el texto solo dice hasta'))
      .toBeVisible();
    await expect.element(panel.getByText(/^hasta el viernes no dice qué días/)).toBeVisible();
  });

  it('says how many requests a query takes only where they are very many, and asks by Enter once more', async () => {
    const { handlers, queries } = createAgencyMain();
    await show(form(), { ...handlers, 'search.estimate': async () => ({ tasks: 600, requests: 1234 }) });
    const numbers = Array.from({ length: 200 }, (_, index) => String(900_000 + index));
    await box.fill(numbers.join(' '));
    await userEvent.keyboard('{Enter}');
    await expect
      .element(panel.getByText('Hasta 1.234 consultas a la agencia, cerca de 11 minutos.'))
      .toBeVisible();
    expect(queries).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => location.hash).toBe('#/results/result-1/dispatches');
    expect(queries).toHaveLength(1);
  });

  it('shows the query of the result that is open, unless something else has been typed since', async () => {
    const { handlers, clients } = createAgencyMain();
    const [client] = clients;
    await show(form(), {
      ...handlers,
      'search.query': async () => ({
        kind: 'range',
        connectionIds: ['agency-1'],
        ruts: client ? [client.rut] : [],
        complete: false,
        range: { kind: 'last-month' },
        types: { kind: 'some', names: ['FACTURA COMERCIAL'] },
      }),
    });
    location.hash = '#/results/kept/documents';
    await expect.element(box).toHaveValue(client?.name);
    await expect.element(page.getByRole('button', { name: 'Fechas: Mes pasado' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Tipos: FACTURA COMERCIAL' })).toBeVisible();
  });

  it('shows the query of a result again when a person comes back to it, whatever they typed or chose elsewhere', async () => {
    const { handlers, clients } = createAgencyMain();
    const [client] = clients;
    await show(form(), {
      ...handlers,
      'search.query': async () => ({
        kind: 'range',
        connectionIds: ['agency-1'],
        ruts: client ? [client.rut] : [],
        complete: false,
        range: { kind: 'last-month' },
        types: { kind: 'some', names: ['FACTURA COMERCIAL'] },
      }),
    });
    location.hash = '#/results/kept/documents';
    await expect.element(box).toHaveValue(client?.name);
    location.hash = '#/home';
    await box.fill('otra cosa');
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Fechas: Mes pasado' }).click();
    await page.getByRole('radio', { name: 'Este año' }).click();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: 'Fechas: Este año' })).toBeVisible();
    location.hash = '#/results/kept/dispatches';
    await expect.element(box).toHaveValue(client?.name);
    await expect.element(page.getByRole('button', { name: 'Fechas: Mes pasado' })).toBeVisible();
  });

  it('shows the words of a search as they were typed when a person comes back to its result', async () => {
    const { handlers, clients } = createAgencyMain();
    await show(form(), handlers);
    const typed = `bl ${clients[0]?.name}`;
    await box.fill(typed);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => location.hash).toBe('#/results/result-1/documents');
    location.hash = '#/home';
    await box.fill('otra cosa');
    location.hash = '#/results/result-1/documents';
    await expect.element(box).toHaveValue(typed);
  });

  it('shows the words that are looked for in what is kept', async () => {
    const { handlers } = createAgencyMain();
    await show(form(), handlers);
    location.hash = '#/found/tornillos%20zincados';
    await expect.element(box).toHaveValue('tornillos zincados');
    location.hash = '#/home';
    await box.fill('otra cosa');
    location.hash = '#/found/tornillos%20zincados';
    await expect.element(box).toHaveValue('tornillos zincados');
  });

  it('gives the focus to the main part by Esc once its panel is closed, and the next Esc leads back', async () => {
    let timesBack = 0;
    await show(
      <>
        {form(() => {
          timesBack++;
        })}
        <main id="main" tabIndex={-1} />
      </>,
      createAgencyMain().handlers,
    );
    await box.fill('999999');
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(panel).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(box).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('main')).toHaveFocus();
    expect(timesBack).toBe(0);
    await userEvent.keyboard('{Escape}');
    expect(timesBack).toBe(1);
  });

  it('gives its field the focus by Ctrl+K, also from its panel and from a list that drops down', async () => {
    let timesBack = 0;
    await show(
      form(() => {
        timesBack++;
      }),
      createAgencyMain().handlers,
    );
    await box.fill('999999');
    await expect.element(panel).toBeVisible();
    await focus(page.getByRole('button', { name: /^Fechas/ }));
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(box).toHaveFocus();
    await expect.element(panel).toBeVisible();

    const opening = page.getByRole('button', { name: /^Tipos/ });
    const types = page.getByRole('dialog', { name: /^Tipos/ });
    await opening.click();
    await focus(types.getByRole('checkbox').first());
    await userEvent.keyboard('{Escape}');
    await expect.element(types).not.toBeInTheDocument();
    expect(timesBack).toBe(0);
    await opening.click();
    await focus(types.getByRole('checkbox').first());
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(box).toHaveFocus();
    await expect.element(types).not.toBeInTheDocument();
  });
});

it('shows its button whole in a narrow window, where the menus give way', async () => {
  await page.viewport(504, 454);
  onTestFinished(() => page.viewport(1366, 768));
  await show(form(), createAgencyMain().handlers);
  const button = await buttonThatBegins();
  const text = button.querySelector('.mantine-Button-inner') ?? button;
  await expect.poll(() => text.scrollWidth - button.clientWidth).toBeLessThanOrEqual(0);
  expect(button.getBoundingClientRect().right).toBeLessThanOrEqual(504);
});
