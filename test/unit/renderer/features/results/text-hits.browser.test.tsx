import { useState } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Screen } from '../../../../../renderer/app/screen.tsx';
import Found from '../../../../../renderer/features/results/found-documents.tsx';
import HitsInResult from '../../../../../renderer/features/results/hits-in-result.tsx';
import { SubjectProvider, useSubject } from '../../../../../renderer/ui/inspected-subject.ts';
import { searchFieldId } from '../../../../../renderer/ui/search-box-text.ts';
import type { CallInput, Handlers } from '../../../../../shared/contract.ts';
import { AppError } from '../../../../../shared/errors.ts';
import { formatRut } from '../../../../../shared/model/rut.ts';
import type { SavedSearch } from '../../../../../shared/model/search.ts';
import type { SearchQuery } from '../../../../../shared/model/search-query.ts';
import { settingsSchema } from '../../../../../shared/model/settings.ts';
import type { TextHit, TextLine, TextStatus } from '../../../../../shared/model/text-search.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { Printing } from '../../../../support/page/printing.tsx';
import { acme, storedDocument } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

const hit = (id: string, dispatch: string): TextHit => ({
  document: { ...storedDocument(id, dispatch), folio: `folio-${id}` },
  pages: [2],
  isPaged: true,
  isAttached: false,
  isNear: true,
  isUnsure: false,
});

const status: TextStatus = {
  state: 'reading',
  read: 7,
  waiting: 3,
  unread: { 'no-text': 31 },
  unreadTotal: 34,
  waitingScans: 0,
  secondsLeft: 61,
  isRemade: false,
};

function handlers(asked: CallInput<'texts.find'>[]): Partial<Handlers> {
  return {
    ...createAgencyMain().handlers,
    'clients.list': async () => [{ rut: acme, name: 'Acme', folder: '', email: '' }],
    'texts.find': async (query) => {
      asked.push(query);
      return {
        hits: [hit('a', '7'), hit('b', '7'), hit('c', '8')],
        hasMore: false,
        hasWords: true,
        unused: [],
        unreadable: 0,
      };
    },
    'texts.lines': async ({ pages }) =>
      pages.map(({ connectionId, id }) => ({
        connectionId,
        id,
        page: 2,
        line: `Total ${id}: 12.450,00 USD`,
        marks: [[9, 18]],
      })),
    'texts.count': async () => ({ 'FACTURA TERCEROS': 3 }),
    'texts.status': async () => status,
  };
}

/** The text that the viewer of the inspected document would look for. */
function Looked() {
  const { text, page } = useSubject()?.find ?? {};
  return (
    <output>
      {text} en {page}
    </output>
  );
}

/** Found documents, beside what the viewer is asked to look at. */
function FoundAndLooked() {
  return (
    <InAppWindow>
      <SubjectProvider>
        <Found text="12450" part="text" />
        <Looked />
      </SubjectProvider>
    </InAppWindow>
  );
}

it('shows the line of each document by dispatch, and opens one at its words', async () => {
  await show(<FoundAndLooked />, handlers([]));
  await expect.element(page.getByRole('heading', { name: 'Despacho 7' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Despacho 8' })).toBeVisible();
  const row = page.getByRole('button', { name: 'FACTURA · folio-a · p. 2' });
  await expect.element(row.getByText('12.450,00')).toBeVisible();
  await row.click();
  await expect.element(page.getByText('12.450,00 en 2')).toBeVisible();
});

it('a document opened before its line is read is looked through once it is', async () => {
  const read = Promise.withResolvers<void>();
  const all = handlers([]);
  await show(<FoundAndLooked />, {
    ...all,
    'texts.lines': async (query) => {
      await read.promise;
      return (await all['texts.lines']?.(query)) ?? [];
    },
  });
  await page.getByRole('button', { name: 'FACTURA · folio-a · p. 2' }).click();
  await expect.element(page.getByText('en', { exact: true })).toBeVisible();
  read.resolve();
  await expect.element(page.getByText('12.450,00 en 2')).toBeVisible();
});

it.each<[string, string, [number, number][]]>([
  [
    'all words of its page',
    'SHENZHEN flete seguro en 2',
    [
      [0, 8],
      [9, 14],
    ],
  ],
  [
    'the first words where others are part of a longer one',
    'SHENZHEN en 2',
    [
      [0, 8],
      [18, 27],
    ],
  ],
])('opens a document with %s', async (_, looked, marks) => {
  const line = 'SHENZHEN flete USD12.450,00';
  await show(<FoundAndLooked />, {
    ...handlers([]),
    'texts.lines': async ({ pages }) =>
      pages.map((at) => ({ ...at, line, marks, others: ['FLETE', 'seguro'] })),
  });
  await page.getByRole('button', { name: 'FACTURA · folio-a · p. 2' }).click();
  await expect.element(page.getByText(looked, { exact: true })).toBeVisible();
});

it('the chosen documents are printed with the key, and downloaded, as those of any list', async () => {
  const printed: unknown[] = [];
  await show(
    <InAppWindow>
      <Printing onPrint={(selection) => printed.push(selection)}>
        <Found text="12450" part="text" />
      </Printing>
    </InAppWindow>,
    handlers([]),
  );
  await expect.element(page.getByRole('button', { name: 'Enviar' })).toBeDisabled();
  await userEvent.keyboard('{Control>}p{/Control}');
  expect(printed).toEqual(['inspected']);
  await page.getByRole('checkbox', { name: 'Elegir FACTURA · folio-b · p. 2' }).click();
  await expect.element(page.getByText('1 documento elegido')).toBeVisible();
  await userEvent.keyboard('{Control>}p{/Control}');
  await expect.poll(() => printed.slice(1)).toMatchObject([{ documents: [{ connectionId: 'c', id: 'b' }] }]);
  await page.getByRole('button', { name: 'Elegir todo (3)' }).click();
  await page.getByRole('button', { name: 'Descargar…' }).click();
  await expect.element(page.getByRole('dialog', { name: /^Descargar 3 documentos/ })).toBeVisible();
});

it('says that an attached file has the words, which the viewer does not look for', async () => {
  const attached: TextHit = { ...hit('a', '7'), pages: [4], isPaged: false, isAttached: true };
  await show(<FoundAndLooked />, {
    ...handlers([]),
    'texts.find': async () => ({
      hits: [attached],
      hasMore: false,
      hasWords: true,
      unused: [],
      unreadable: 0,
    }),
  });
  const row = page.getByRole('button', { name: 'FACTURA · folio-a · en un archivo adjunto' });
  await expect.element(row.getByText('12.450,00')).toBeVisible();
  await row.click();
  await expect.element(page.getByText('en', { exact: true })).toBeInTheDocument();
});

it('tells what is unread, why, and how long the rest takes, and can be paused', async () => {
  const changes: CallInput<'settings.change'>[] = [];
  const answer = handlers([]);
  await show(
    <InAppWindow>
      <Found text="12450" part="text" />
    </InAppWindow>,
    {
      ...answer,
      'settings.change': async (change) => {
        changes.push(change);
        if (changes.length > 1) throw new AppError('MANAGED_SETTING', 'managed');
        return { settings: settingsSchema.parse(change), managed: [] };
      },
    },
  );
  await expect.element(page.getByText('Quedan 2 minutos.')).toBeVisible();
  await page.getByText('Sin leer: 34', { exact: true }).click();
  await expect.element(page.getByText('Escaneados: 31')).toBeVisible();
  await page.getByRole('button', { name: 'Pausar' }).click();
  await expect.poll(() => changes).toEqual([{ pausesTexts: true }]);
  await page.getByRole('button', { name: 'Pausar' }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
});

it("an administrator's pause is told, and cannot be ended here", async () => {
  const answer = handlers([]);
  await show(
    <InAppWindow>
      <Found text="12450" part="text" />
    </InAppWindow>,
    {
      ...answer,
      'settings.get': async () => ({
        settings: settingsSchema.parse({ pausesTexts: true }),
        managed: ['pausesTexts'],
      }),
      'texts.status': async () =>
        ({ ...(await answer['texts.status']?.(undefined)), state: 'paused' }) as never,
    },
  );
  await expect.element(page.getByText('Definido por tu administrador')).toBeVisible();
  expect(page.getByRole('button', { name: 'Seguir' }).elements()).toEqual([]);
});

it('narrows the documents to those issued since a day', async () => {
  const asked: CallInput<'texts.find'>[] = [];
  await show(
    <InAppWindow>
      <Found text="12450" part="text" />
    </InAppWindow>,
    handlers(asked),
  );
  await page.getByLabelText('Emitido desde').fill('01-10-2026');
  await expect.poll(() => asked.at(-1)?.filter).toEqual({ from: '2026-10-01' });
});

it('asks for a word where a text has none', async () => {
  await show(
    <InAppWindow>
      <Found text="…" part="text" />
    </InAppWindow>,
    {
      ...handlers([]),
      'texts.find': async () => ({
        hits: [],
        hasMore: false,
        hasWords: false,
        unused: [],
        unreadable: 0,
      }),
    },
  );
  await expect.element(page.getByText('Escribe al menos una palabra o un número.')).toBeVisible();
});

it('tells which words are not looked for', async () => {
  const unused = ['A'.repeat(41), ...Array.from({ length: 25 }, (_, index) => `palabra${index}`)];
  await show(
    <InAppWindow>
      <Found text="puerto" part="text" />
    </InAppWindow>,
    {
      ...handlers([]),
      'texts.find': async () => ({
        hits: [],
        hasMore: false,
        hasWords: true,
        unused,
        unreadable: 0,
      }),
    },
  );
  await expect.element(page.getByText(/^Sin buscar \(26\).*A{41}, palabra0,.* palabra18…\.$/)).toBeVisible();
});

it('tells the documents that cannot be read, and says of none that nothing has the words', async () => {
  await show(
    <InAppWindow>
      <Found text="puerto" part="text" />
    </InAppWindow>,
    {
      ...handlers([]),
      'texts.find': async () => ({
        hits: [],
        hasMore: false,
        hasWords: true,
        unused: [],
        unreadable: 2,
      }),
    },
  );
  await expect.element(page.getByText('2 filas están dañadas')).toBeVisible();
  await expect.element(page.getByText('Ningún documento leído lo dice')).not.toBeInTheDocument();
});

it('saves the words with the search of their result', async () => {
  const [asked, drafts]: [CallInput<'texts.find'>[], unknown[]] = [[], []];
  const query: SearchQuery = {
    kind: 'dispatches',
    connectionIds: ['agency'],
    dispatches: [{ number: '7', ruts: [acme] }],
  };
  await show(
    <InAppWindow>
      <HitsInResult
        words="shenzhen"
        resultSetId="r1"
        list="documents"
        saved={undefined}
        query={query}
        title="Mes pasado"
      />
    </InAppWindow>,
    {
      ...handlers(asked),
      'saved.create': async ({ resultSetId = '', ...draft }) => {
        drafts.push(draft);
        return { ...draft, id: 's1', resultSetId, asOf: '', news: 0 };
      },
    },
  );
  await expect.element(page.getByRole('heading', { name: 'Despacho 7' })).toBeVisible();
  expect(asked.at(-1)?.filter).toEqual({ resultSetId: 'r1' });
  await page.getByRole('button', { name: 'Guardar la búsqueda' }).click();
  await expect.element(page.getByLabelText('Nombre')).toHaveValue('Mes pasado · shenzhen');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect.poll(() => location.hash).toBe('#/results/r1/documents?saved=s1&words=shenzhen');
  expect(drafts).toMatchObject([{ question: query, view: { list: 'documents', words: 'shenzhen' } }]);
});

it('saves the words of a result with what they are narrowed to, and opens them so', async () => {
  const [asked, saved]: [CallInput<'texts.find'>[], SavedSearch[]] = [[], []];
  const question: SearchQuery = {
    kind: 'dispatches',
    connectionIds: ['agency'],
    dispatches: [{ number: '7', ruts: [acme] }],
  };
  const calls: Partial<Handlers> = {
    ...handlers(asked),
    'search.query': async () => question,
    'saved.list': async () => saved,
    'saved.create': async ({ resultSetId = '', ...draft }) => {
      saved.push({ ...draft, id: 's1', resultSetId, asOf: '', news: 0 });
      return { ...draft, id: 's1', resultSetId, asOf: '', news: 0 };
    },
  };
  await show(
    <InAppWindow>
      <Screen />
    </InAppWindow>,
    calls,
  );
  location.hash = '#/results/r1/documents?words=shenzhen';
  await page.getByLabelText('Emitido desde').fill('01-10-2026');
  await page.getByRole('combobox', { name: 'Cliente' }).click();
  await page.getByRole('option', { name: 'Acme' }).click();
  const narrowed = { ruts: [acme], from: '2026-10-01' };
  await expect.poll(() => asked.at(-1)?.filter).toEqual({ ...narrowed, resultSetId: 'r1' });
  await page.getByRole('button', { name: 'Guardar la búsqueda' }).click();
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect.poll(() => location.hash).toBe('#/results/r1/documents?saved=s1&words=shenzhen');
  expect(saved).toMatchObject([{ question, view: { words: 'shenzhen', wordsFilter: narrowed } }]);

  location.hash = '#/news';
  await expect.element(page.getByRole('heading', { level: 1, name: 'Novedades' })).toBeVisible();
  location.hash = '#/results/r1/documents?saved=s1&words=shenzhen';
  await expect.element(page.getByLabelText('Emitido desde')).toHaveValue('01-10-2026');
  await expect.element(page.getByRole('combobox', { name: 'Cliente' })).toHaveValue('Acme');
  // Other words are not narrowed by what these were.
  location.hash = '#/results/r1/documents?saved=s1';
  await expect.element(page.getByLabelText('Emitido desde')).not.toBeInTheDocument();
  location.hash = '#/results/r1/documents?saved=s1&words=flete';
  await expect.poll(() => asked.at(-1)?.text).toBe('flete');
  expect(asked.at(-1)?.filter).toEqual({ resultSetId: 'r1' });
  await expect.element(page.getByLabelText('Emitido desde')).toHaveValue('');
});

const words: SavedSearch = {
  id: 's1',
  resultSetId: 'none',
  name: 'Fletes de octubre',
  question: { kind: 'words', text: '12450', filter: { ruts: [acme], from: '2026-10-01' } },
  view: { list: 'documents', columns: [], sort: [], filter: '', group: 'none' },
  folder: '/fletes',
  template: '',
  refresh: { kind: 'by-hand' },
  downloadsNew: false,
  takesPapers: false,
  asOf: '',
  news: 0,
};

it('words are saved with their filters by keyboard, without a refresh, and open under their name', async () => {
  const drafts: unknown[] = [];
  const saved: SavedSearch[] = [];
  await show(
    <InAppWindow>
      <Screen />
    </InAppWindow>,
    {
      ...handlers([]),
      'saved.list': async () => saved,
      'saved.create': async ({ resultSetId, ...draft }) => {
        drafts.push([draft, resultSetId]);
        saved.push({ ...words, ...draft });
        return { ...words, ...draft };
      },
    },
  );
  location.hash = '#/found/12450/text';
  await page.getByLabelText('Emitido desde').fill('01-10-2026');
  await userEvent.keyboard('{Control>}s{/Control}');
  const dialog = page.getByRole('dialog', { name: 'Guardar la búsqueda' });
  await expect.element(dialog.getByLabelText('Nombre')).toHaveFocus();
  await expect.element(dialog.getByLabelText('Nombre')).toHaveValue('12450');
  expect(dialog.getByRole('radio').elements()).toEqual([]);
  expect(dialog.getByRole('checkbox').elements()).toEqual([]);
  await expect.element(dialog.getByText(/no se consulta a la agencia/)).toBeVisible();
  await userEvent.keyboard('{Control>}a{/Control}Fletes{Enter}');
  await expect.poll(() => location.hash).toBe('#/found/12450/text?saved=s1');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Fletes' })).toBeVisible();
  await expect.element(page.getByLabelText('Emitido desde')).toHaveValue('01-10-2026');
  const { id: _id, resultSetId: _set, asOf: _asOf, news: _news, ...rest } = words;
  const question = { kind: 'words', text: '12450', filter: { from: '2026-10-01' } };
  expect(drafts).toEqual([[{ ...rest, name: 'Fletes', folder: '', question }, undefined]]);
});

it('saved words open with their filters, which name a client of no book, and can be changed', async () => {
  const [asked, changes]: [CallInput<'texts.find'>[], unknown[]] = [[], []];
  await show(
    <InAppWindow>
      <Found text="12450" part="text" savedId="s1" />
    </InAppWindow>,
    {
      ...handlers(asked),
      'clients.list': async () => [],
      'saved.list': async () => [words],
      'saved.change': async ({ id: _, ...change }) => {
        changes.push(change);
        return { ...words, ...(change as SavedSearch) };
      },
    },
  );
  await expect.element(page.getByRole('heading', { level: 1, name: words.name })).toBeVisible();
  // The other one counts all documents, for the head.
  const filters = () => asked.map(({ filter }) => filter);
  await expect.poll(filters).toEqual([{ ruts: [acme], from: '2026-10-01' }, {}]);
  await expect.element(page.getByRole('combobox', { name: 'Cliente' })).toHaveValue(formatRut(acme));
  await expect.element(page.getByLabelText('Emitido desde')).toHaveValue('01-10-2026');
  await page.getByRole('button', { name: 'Más acciones de la búsqueda' }).click();
  const items = page.getByRole('menuitem');
  await expect.poll(() => items.elements().map((item) => item.textContent)).toEqual(['Duplicar', 'Eliminar']);
  await userEvent.keyboard('{Escape}');
  await page.getByLabelText('Emitido hasta').fill('31-10-2026');
  await page.getByRole('button', { name: 'Guardar la búsqueda' }).click();
  await page.getByLabelText('Nombre').fill('Otro nombre');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  const question = { ...words.question, filter: { ruts: [acme], from: '2026-10-01', to: '2026-10-31' } };
  await expect.poll(() => changes).toMatchObject([{ name: 'Otro nombre', question, folder: '/fletes' }]);
});

it('takes the focus from the search box, as a list does: Esc leads back', async () => {
  const back = vi.fn();
  await show(
    <InAppWindow onBack={back}>
      <input id={searchFieldId} aria-label="caja" />
      <Found text="12450" part="text" savedId="s1" />
    </InAppWindow>,
    { ...handlers([]), 'saved.list': async () => [words] },
  );
  await expect.element(page.getByRole('region', { name: 'Dentro de los documentos' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(back).toHaveBeenCalledOnce();
  // A person who types is left alone.
  await page.getByLabelText('caja').click();
  await userEvent.keyboard('{Escape}');
  expect(back).toHaveBeenCalledOnce();
});

it('the documents of saved words are downloaded into its folder', async () => {
  await show(
    <InAppWindow>
      <Found text="12450" part="text" savedId="s1" />
    </InAppWindow>,
    { ...handlers([]), 'saved.list': async () => [words] },
  );
  await page.getByRole('checkbox', { name: 'Elegir FACTURA · folio-b · p. 2' }).click();
  await page.getByRole('button', { name: 'Descargar…' }).click();
  await expect.element(page.getByLabelText('Carpeta', { exact: true })).toHaveValue('/fletes');
});

it('opens the words of a saved search that is gone, with no filter', async () => {
  const asked: CallInput<'texts.find'>[] = [];
  await show(
    <InAppWindow>
      <Found text="12450" part="text" savedId="gone" />
    </InAppWindow>,
    handlers(asked),
  );
  await expect.element(page.getByRole('heading', { name: '«12450» en lo guardado' })).toBeVisible();
  await expect.poll(() => asked.at(-1)?.filter).toEqual({});
});

it('shows how many documents say it, all their types, and the next ones at a click', async () => {
  const asked: CallInput<'texts.find'>[] = [];
  await show(
    <InAppWindow>
      <Found text="12450" part="text" />
    </InAppWindow>,
    {
      ...handlers([]),
      'texts.find': async (query) => {
        asked.push(query);
        const { offset = 0, limit } = query;
        const hits = Array.from({ length: Math.min(limit, 60 - offset) }, (_, index) =>
          hit(`d${offset + index}`, '7'),
        );
        return { hits, hasMore: offset === 0, hasWords: true, unused: [], unreadable: 0 };
      },
      'texts.count': async () => ({ DIN: 2, 'FACTURA TERCEROS': 58 }),
    },
  );
  await expect.element(page.getByText('60 documentos lo dicen.')).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Dentro de los documentos (60 · 34 sin leer)' }))
    .toBeVisible();
  await page.getByRole('button', { name: 'Mostrar 50 más' }).click();
  await expect.element(page.getByText('folio-d59')).toBeVisible();
  await expect.element(page.getByText('folio-d0 ')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Mostrar 50 más' })).not.toBeInTheDocument();
  await page.getByRole('combobox', { name: 'Tipo' }).click();
  await page.getByRole('option', { name: 'DIN (2)' }).click();
  await expect.poll(() => asked.at(-1)).toMatchObject({ filter: { types: ['DIN'] }, offset: 0 });
  await expect.element(page.getByText('2 documentos lo dicen.')).toBeVisible();
});

it('tells that it cannot say what is unread', async () => {
  await show(
    <InAppWindow>
      <Found text="12450" part="text" />
    </InAppWindow>,
    {
      ...handlers([]),
      'texts.status': async () => {
        throw new AppError('STORE_BUSY', 'another process writes');
      },
    },
  );
  await expect.element(page.getByRole('alert')).toBeVisible();
});

/** Looks for each of these texts in turn, at a press of a button of its name. */
function OneByOne({ texts }: { texts: readonly string[] }) {
  const [text, setText] = useState(texts[0] ?? '');
  const [part, setPart] = useState<'text' | undefined>('text');
  return (
    <InAppWindow>
      {texts.map((one) => (
        <button type="button" key={one} onClick={() => setText(one)}>
          {one}
        </button>
      ))}
      <button type="button" onClick={() => setPart(part ? undefined : 'text')}>
        La otra parte
      </button>
      <Found text={text} part={part} />
    </InAppWindow>
  );
}

it('keeps its rows and their lines in sight until those of another filter or text are found', async () => {
  const gate = { opened: Promise.withResolvers<void>() };
  const [asked, lines]: [CallInput<'texts.find'>[], CallInput<'texts.lines'>[]] = [[], []];
  const answer = handlers(asked);
  await show(<OneByOne texts={['12450', 'puerto']} />, {
    ...answer,
    'texts.find': async (query) => {
      const all = await answer['texts.find']?.(query);
      if (!all) throw new Error('nothing is found');
      if (asked.length === 1) return all;
      await gate.opened.promise;
      return { ...all, hits: [hit(query.text === 'puerto' ? 'e' : 'd', '7')] };
    },
    'texts.lines': async (input) => {
      lines.push(input);
      return (await answer['texts.lines']?.(input)) ?? [];
    },
  });
  const first = page.getByText('Total a: 12.450,00 USD');
  await expect.element(first).toBeVisible();
  await page.getByLabelText('Emitido desde').fill('01-10-2026');
  await expect.poll(() => asked.at(-1)?.filter).toEqual({ from: '2026-10-01' });
  await expect.element(first).toBeVisible();
  gate.opened.resolve();
  const second = page.getByText('Total d: 12.450,00 USD');
  await expect.element(second).toBeVisible();
  await expect.element(first).not.toBeInTheDocument();

  gate.opened = Promise.withResolvers();
  await page.getByRole('button', { name: 'puerto', exact: true }).click();
  await expect.poll(() => asked.at(-1)?.text).toBe('puerto');
  await expect.element(second).toBeVisible();
  gate.opened.resolve();
  await expect.element(page.getByText('Total e: 12.450,00 USD')).toBeVisible();
  // The lines of another text's rows are never read.
  expect(lines.map(({ text, pages }) => [text, pages.length])).toEqual([
    ['12450', 3],
    ['12450', 1],
    ['puerto', 1],
  ]);
});

it('the chosen documents are those of one text', async () => {
  await show(<OneByOne texts={['12450', 'puerto']} />, handlers([]));
  await page.getByRole('checkbox', { name: 'Elegir FACTURA · folio-b · p. 2' }).click();
  await expect.element(page.getByText('1 documento elegido')).toBeVisible();
  await page.getByRole('button', { name: 'puerto', exact: true }).click();
  await expect.element(page.getByText('1 documento elegido')).not.toBeInTheDocument();
  await page.getByRole('button', { name: '12450', exact: true }).click();
  await expect.element(page.getByRole('heading', { name: '«12450» en lo guardado' })).toBeVisible();
  await expect.element(page.getByText('1 documento elegido')).not.toBeInTheDocument();
});

it('a document that moves to the next portion meanwhile is one row', async () => {
  await show(
    <InAppWindow>
      <Found text="12450" part="text" />
    </InAppWindow>,
    {
      ...handlers([]),
      'texts.find': async ({ offset = 0 }) => ({
        hits: offset === 0 ? [hit('a', '7'), hit('b', '7')] : [hit('b', '7'), hit('c', '7')],
        hasMore: offset === 0,
        hasWords: true,
        unused: [],
        unreadable: 0,
      }),
    },
  );
  await page.getByRole('button', { name: 'Mostrar 50 más' }).click();
  await expect.element(page.getByText('folio-c')).toBeVisible();
  expect(page.getByRole('checkbox').elements()).toHaveLength(3);
  await expect.element(page.getByRole('button', { name: 'Elegir todo (3)' })).toBeVisible();
});

it('lines that take over a minute are asked for once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const lines = Promise.withResolvers<TextLine[]>();
  let asked = 0;
  await show(<OneByOne texts={['12450']} />, {
    ...handlers([]),
    'rows.find': async () => ({ rows: [] }),
    'texts.lines': async () => {
      asked++;
      return lines.promise;
    },
  });
  const row = page.getByRole('button', { name: 'FACTURA · folio-a · p. 2' });
  await expect.element(row).toBeVisible();
  await expect.poll(() => asked).toBe(1);
  await vi.advanceTimersByTimeAsync(61_000);
  await page.getByRole('button', { name: 'La otra parte' }).click();
  await expect.element(row).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'La otra parte' }).click();
  await expect.element(row).toBeVisible();
  const line = { connectionId: 'c', id: 'a', page: 2, line: 'Total a: 12.450,00 USD', marks: [] };
  lines.resolve([line]);
  await expect.element(page.getByText(line.line)).toBeVisible();
  expect(asked).toBe(1);
});

it('the reasons of what is unread are a list with bullets', async () => {
  await show(
    <InAppWindow>
      <Found text="12450" part="text" />
    </InAppWindow>,
    handlers([]),
  );
  await page.getByText('Sin leer: 34', { exact: true }).click();
  const reason = page.getByText('Escaneados: 31');
  await expect.element(reason).toBeVisible();
  expect(getComputedStyle(reason.element()).listStyleType).toBe('disc');
});
