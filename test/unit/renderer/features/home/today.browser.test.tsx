import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Today from '../../../../../renderer/features/home/today.tsx';
import { useSearchesOfOthers } from '../../../../../renderer/ui/search-box-text.ts';
import type { Handlers } from '../../../../../shared/contract.ts';
import type { DayEvents, HomeView } from '../../../../../shared/model/home.ts';
import type { Rut } from '../../../../../shared/model/rut.ts';
import type { SavedSearch } from '../../../../../shared/model/search.ts';
import { settingsSchema } from '../../../../../shared/model/settings.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { acme } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

function homeView(values: Partial<HomeView> = {}): HomeView {
  return {
    today: '2026-11-20',
    start: '2026-11-16',
    isEmpty: false,
    asOf: '',
    events: [],
    changesSince: '2026-11-19',
    changes: [],
    hasMoreChanges: false,
    pins: [],
    waiting: [],
    month: '',
    money: [],
    ...values,
  };
}

function eventsOn(day: string, kind: DayEvents['kind'], count: number, listed = count): DayEvents {
  const dispatches = Array.from({ length: listed }, (_, index) => ({
    connectionId: 'agency',
    number: String(410_000 + index),
    rut: acme,
    reference: `OC ${index}`,
    state: 'ACEPTADA',
    isEstimate: true,
    isPaid: false,
  }));
  return { day, kind, count, unpaidCount: count, dispatches };
}

/** Shows the day, and gives the texts that are searched for. */
async function showDay(home: HomeView, handlers: Partial<Handlers> = {}): Promise<string[]> {
  const searched: string[] = [];
  function Searches() {
    useSearchesOfOthers((text) => searched.push(text));
    return null;
  }
  const part = (
    <InAppWindow>
      <Searches />
      <Today />
    </InAppWindow>
  );
  await show(part, { ...createAgencyMain().handlers, 'home.view': async () => home, ...handlers });
  return searched;
}

const calendar = page.getByRole('grid', { name: /^Arribos, vencimientos y retiros/ });

it('a day tells what happens on it, and leads to its dispatches', async () => {
  const events = [eventsOn('2026-11-18', 'due', 1), eventsOn('2026-11-24', 'arrival', 2)];
  const searched = await showDay(homeView({ events }));
  await expect.element(calendar.getByRole('button')).toHaveLength(2);
  await expect
    .element(calendar.getByRole('button', { name: '18-11-2026: 1 vence, con derechos sin pago conocido' }))
    .toBeVisible();
  await calendar.getByRole('button', { name: '24-11-2026: 2 arribos' }).click();
  await expect.element(page.getByRole('row', { name: /410001 Comercial Andina OC 1/ })).toBeVisible();
  await page.getByRole('button', { name: '410001' }).click();
  await page.getByRole('button', { name: 'Ver los 2 en una lista' }).click();
  expect(searched).toEqual(['410001', '410000; 410001']);
  await page.getByRole('button', { name: 'Cerrar la lista del día' }).click();
  await expect.element(page.getByRole('row', { name: /410001/ })).not.toBeInTheDocument();
});

const cell = (day: string) => calendar.getByRole('gridcell', { name: new RegExp(`^${day}`) });

it('the days are reached by keys: one stop for Tab, arrows, Home and End, and Enter lists the day', async () => {
  const events = [
    eventsOn('2026-11-18', 'due', 1),
    eventsOn('2026-11-24', 'arrival', 2),
    eventsOn('2026-11-24', 'withdrawal', 1),
  ];
  await showDay(homeView({ events }));
  await expect.element(cell('20-11-2026, hoy: nada')).toBeVisible();
  await expect.element(cell('24-11-2026: 2 arribos; 1 retiro')).toHaveAttribute('aria-expanded', 'false');
  const stops = () => calendar.element().querySelectorAll('[tabindex="0"]');
  expect([...stops()].map((stop) => stop.getAttribute('data-day'))).toEqual(['2026-11-20']);
  await cell('20-11-2026').element().focus();
  for (const [key, day] of [
    ['ArrowRight', '21-11-2026'],
    ['ArrowDown', '28-11-2026'],
    ['ArrowDown', '28-11-2026'],
    ['Home', '23-11-2026'],
    ['ArrowLeft', '22-11-2026'],
    ['Home', '16-11-2026'],
    ['ArrowLeft', '16-11-2026'],
    ['ArrowUp', '16-11-2026'],
    ['End', '22-11-2026'],
    ['Control>}{End}{/Control', '29-11-2026'],
    ['Control>}{Home}{/Control', '16-11-2026'],
    ['ArrowDown', '23-11-2026'],
    ['ArrowRight', '24-11-2026'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`);
    await expect.element(cell(day)).toHaveFocus();
  }
  expect([...stops()].map((stop) => stop.getAttribute('data-day'))).toEqual(['2026-11-24']);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: '24-11-2026 · 2 arribos' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: '24-11-2026 · 1 retiro' })).toBeVisible();
  await expect.element(cell('24-11-2026')).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('button', { name: 'Cerrar la lista del día' }).first().click();
  await expect.element(page.getByRole('heading', { name: /24-11-2026/ })).not.toBeInTheDocument();
  await expect.element(cell('24-11-2026')).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.element(page.getByRole('heading', { name: '24-11-2026 · 1 retiro' })).toBeVisible();
});

it('500 arrivals on one day are a count, whose first rows are listed and the rest is told', async () => {
  const searched = await showDay(homeView({ events: [eventsOn('2026-11-24', 'arrival', 703, 500)] }));
  await calendar.getByRole('button', { name: '24-11-2026: 703 arribos' }).click();
  await expect.element(page.getByText('Y 653 más.')).toBeVisible();
  const more = page.getByRole('button', { name: 'Mostrar aquí los 500' });
  await more.click();
  await expect.element(page.getByText('Y 203 más.')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /410499/ })).toBeInTheDocument();
  await page.getByRole('button', { name: 'Mostrar menos' }).click();
  await expect.element(page.getByText('Y 653 más.')).toBeVisible();
  await expect.element(more).toHaveFocus();
  await page.getByRole('button', { name: 'Ver los primeros 500 de 703 en una lista' }).click();
  expect(searched[0]?.split('; ')).toHaveLength(500);
});

it('data of a year ago says so, with the month that it has money of', async () => {
  const money = [{ rut: acme, currency: '', count: 2, sum: 1_766_186_000, unknown: 1 }];
  await showDay(homeView({ asOf: '2025-11-20T13:42:00.000Z', month: '2025-11', money }));
  await expect.element(page.getByText(/Lo último que se recibió es del 20-11-2025/)).toBeVisible();
  await expect
    .element(
      page.getByText('No hay arribos, vencimientos ni retiros guardados del 16-11-2026 al 29-11-2026.'),
    )
    .toBeVisible();
  const row = page
    .getByRole('table', { name: 'Desembolsos de noviembre de 2025' })
    .getByRole('row', { name: /^Comercial Andina/ });
  await expect.element(row).toMatchTextContent(/1\.766\.186\.0002 · 1 sin monto/);
  await expect
    .element(row.getByRole('link'))
    .toHaveAttribute('href', `#/payments/list?of-month=2025-11&of-client=${acme}&of-currency=`);
});

it.each([
  [['2025-11-20T13:42:00.000Z', ''], /^Las búsquedas guardadas se consultaron hasta el 20-11-2025/],
  [['', ''], /^Las búsquedas guardadas no se han consultado/],
  [
    ['2025-11-20T13:42:00.000Z', '2026-11-20T13:42:00.000Z', ''],
    'Nada nuevo desde el 19-11-2026 en las búsquedas consultadas desde entonces. Sin consultar desde entonces: 2.',
  ],
  [['2026-11-20T13:42:00.000Z'], 'Nada nuevo desde el 19-11-2026 en las búsquedas guardadas.'],
])('that nothing is new is said only of what was asked since yesterday: %o', async (times, text) => {
  const month: Omit<SavedSearch, 'asOf'> = {
    id: 's',
    name: 'Últimos 30 días',
    question: { kind: 'dispatches', connectionIds: ['agency'], dispatches: [{ number: '7', ruts: [] }] },
    view: { list: 'documents', columns: [], sort: [], filter: '', group: 'none' },
    folder: '',
    template: '',
    refresh: { kind: 'by-hand' },
    downloadsNew: false,
    takesPapers: false,
    resultSetId: 'r',
    news: 0,
  };
  await showDay(homeView({ asOf: '2026-11-20T13:42:00.000Z' }), {
    'saved.list': async () => times.map((asOf, at) => ({ ...month, id: String(at), asOf })),
  });
  await expect.element(page.getByText(text)).toBeVisible();
});

it('a total of which no amount is known is no 0, and one of which some are unknown says so', async () => {
  const other = '96591760-8' as Rut;
  const money = [
    { rut: acme, currency: '', count: 2, sum: 5, unknown: 0 },
    { rut: other, currency: '', count: 3, sum: 0, unknown: 3 },
    { rut: acme, currency: 'USD', count: 4, sum: 0, unknown: 4 },
  ];
  await showDay(homeView({ month: '2026-11', money }));
  await expect
    .element(page.getByRole('row', { name: 'Total sin moneda declarada 5 5 · 3 sin monto' }))
    .toBeVisible();
  await expect
    .element(page.getByRole('columnheader', { name: 'Monto · sin moneda declarada' }))
    .toBeVisible();
  await expect.element(page.getByRole('columnheader', { name: 'Monto · USD' })).toBeVisible();
  await expect.element(page.getByRole('row', { name: 'Total USD 4 sin monto 4' })).toBeVisible();
});

it('the name of a client is whole where the bars leave room for it', async () => {
  const { innerWidth, innerHeight } = window;
  // What a window of 1366 pixels leaves beside the other columns of the screen.
  await page.viewport(826, 600);
  onTestFinished(() => page.viewport(innerWidth, innerHeight));
  const namesakes = [acme, '96591760-8' as Rut];
  const name = 'Comercial Andes Verdes SpA';
  const clients = namesakes.map((rut) => ({ rut, name, email: '', folder: '' }));
  const money = namesakes.map((rut) => ({ rut, currency: '', count: 4, sum: 97_485_613, unknown: 1 }));
  await showDay(homeView({ month: '2026-11', money }), { 'clients.list': async () => clients });
  const shown = page.getByRole('row', { name: '96.591.760-8' }).getByText(name, { exact: true });
  await expect.element(shown).toBeVisible();
  const { scrollWidth, clientWidth } = shown.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});

it.each([1366, 683])(
  'two clients of one name are told apart at %i pixels, however large their sums',
  async (width) => {
    const { innerWidth, innerHeight } = window;
    await page.viewport(width, 600);
    onTestFinished(() => page.viewport(innerWidth, innerHeight));
    const namesakes = [acme, '96591760-8' as Rut];
    const name = `Comercial Andina ${'del Pacífico Sur '.repeat(6)}`.trim();
    const clients = namesakes.map((rut) => ({ rut, name, email: '', folder: '' }));
    const money = namesakes.map((rut) => ({ rut, currency: '', count: 1332, sum: 1.234e14, unknown: 43 }));
    await showDay(homeView({ month: '2026-11', money }), { 'clients.list': async () => clients });
    const table = page.getByRole('table', { name: /^Desembolsos de noviembre/ });
    for (const rut of ['76.086.428-5', '96.591.760-8']) {
      const row = table.getByRole('row', { name: rut });
      await expect.element(row.getByTitle(`${name} · ${rut}`)).toBeVisible();
      const end = row.getByText(rut).last().element().getBoundingClientRect().right;
      const edge = row.getByRole('rowheader').element().getBoundingClientRect().right;
      expect(end).toBeLessThanOrEqual(edge);
    }
  },
);

it('a day that stays open passes midnight', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let home = homeView();
  await showDay(homeView(), { 'home.view': async () => home });
  await expect.element(page.getByText('Hoy, viernes, 20 de noviembre')).toBeVisible();
  home = homeView({ today: '2026-11-21' });
  vi.advanceTimersByTime(600_000);
  await expect.element(page.getByText('Hoy, sábado, 21 de noviembre')).toBeVisible();
});

it('what is missing is told as last counted, and by whom it is owed, with links to their lists', async () => {
  const missing = {
    total: 7,
    at: '2026-11-20T13:42:00.000Z',
    byResponsible: [
      { responsible: 'NAVIERA', missingCount: 6, dispatches: 3, requestedCount: 2 },
      { responsible: 'AGENCIA', missingCount: 1, dispatches: 1, requestedCount: 0 },
    ],
  };
  const waiting = [{ askedOf: 'Ana', documents: 2, dispatches: 1, oldest: '2026-11-02' }];
  const counting = new Promise<never>(() => undefined);
  await showDay(homeView({ missing, waiting }), { 'dossier.gaps': () => counting });
  await expect.element(page.getByRole('row', { name: 'Naviera 6 3 2' })).toBeVisible();
  await expect.element(page.getByRole('row', { name: 'Nosotros 1 1 0' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Ver los 7 faltantes' })).toBeVisible();
  await expect.element(page.getByText(/^Contado el 20-11/)).toBeVisible();
  await expect.element(page.getByRole('row', { name: 'Ana 2 1 18 días' })).toBeVisible();
  const addressOf = (name: string) =>
    page.getByRole('link', { name, exact: true }).element().getAttribute('href');
  expect(addressOf('Naviera')).toBe('#/missing/gaps?owing=NAVIERA');
  expect(addressOf('Ana')).toBe('#/missing/asked?of=Ana');
});

it.each([
  [
    3,
    [
      'No falta nada de lo que se sabe que se espera en los despachos consultados completos.',
      'Hay 3 despachos parciales, no consultados completos: de ellos se cuenta solo lo registrado sin archivo',
    ],
  ],
  [0, ['No falta nada de lo que se sabe que se espera.']],
  // Counts of an earlier version do not say of how many dispatches they speak.
  [undefined, ['Todavía no se cuenta lo que falta.']],
])('with %s partial dispatches, no more is said than is known', async (partial, texts) => {
  const missing = {
    total: 0,
    byResponsible: [],
    at: '2026-11-20T13:42:00.000Z',
    ...(partial !== undefined && { partial }),
  };
  await showDay(homeView({ missing }), { 'dossier.gaps': () => new Promise<never>(() => undefined) });
  for (const text of texts) await expect.element(page.getByText(text)).toBeVisible();
});

it('a part that is folded stays folded', async () => {
  const { handlers } = createAgencyMain();
  await showDay(homeView(), handlers);
  const fold = page.getByRole('button', { name: 'Últimas descargas' });
  await fold.click();
  await expect.element(fold).toHaveAttribute('aria-expanded', 'false');
  await expect.element(page.getByText('Todavía no hay descargas.')).not.toBeInTheDocument();
  const stored = async () => (await handlers['settings.get']?.(undefined))?.settings.homeFolded;
  await expect.poll(stored).toBe('batches');
});

it('what an administrator folded is not shown, and nothing else can be folded', async () => {
  const settings = settingsSchema.parse({ homeFolded: 'money, waiting, nonsense' });
  await showDay(homeView(), { 'settings.get': async () => ({ settings, managed: ['homeFolded'] }) });
  await expect.element(page.getByRole('heading', { name: 'Lo que falta' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Lo solicitado' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: 'Desembolsos del mes' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Lo que falta' })).not.toBeInTheDocument();
});

it('a new installation shows nothing of a day', async () => {
  await showDay(homeView({ isEmpty: true }));
  await expect.element(page.getByRole('heading')).not.toBeInTheDocument();
});

it('what is pinned stands first, and opens', async () => {
  const pins = [{ rut: acme, dispatch: { connectionId: 'agency', number: '410905' } }, { rut: acme }];
  const searched = await showDay(homeView({ pins }));
  const pinned = page.getByRole('list', { name: 'Fijados' });
  await pinned.getByRole('button', { name: '410905' }).click();
  await pinned.getByRole('button', { name: 'Comercial Andina' }).click();
  expect(searched).toEqual(['410905', '76.086.428-5']);
});
