import { afterEach, describe, expect, it } from 'vitest';
import { type DistinctPage, type DocumentsQuery, paginate } from '../../../electron/api/index.ts';
import { clientOver, errorOf, someRut } from '../../support/agency/client.ts';
import {
  type PracticeAndClient,
  practiceAndClient,
  readAllPages,
} from '../../support/agency/practice-client.ts';
import { errorResponse, reply, type Step, scriptedOpen } from '../../support/agency/scripted-open.ts';

let both: PracticeAndClient | undefined;
afterEach(async () => {
  await both?.[Symbol.asyncDispose]();
  both = undefined;
});

/** A practice agency with one client and a dispatch of many documents, and the query for all of them. */
async function withDispatch(documents: number, pageSize: number) {
  both = await practiceAndClient({ pageSize, clients: 1 });
  const { practice } = both;
  const [dispatch] = practice.data.dispatches.toSorted((a, b) => b.documents.length - a.documents.length);
  if (!dispatch) throw new Error('the practice agency has no dispatch');
  while (dispatch.documents.length < documents) {
    practice.changes.arrive({ dispatch: dispatch.number, type: 'NOTA DE COBRO' });
  }
  for (const extra of dispatch.documents.slice(documents)) practice.changes.delete(extra.id);
  const query: DocumentsQuery = { kind: 'dispatch', rut: dispatch.client.rut, dispatch: dispatch.number };
  return { ...both, query, ids: () => dispatch.documents.map(({ id }) => id) };
}

describe('paginate', () => {
  it.each([
    [0, 1],
    [1, 1],
    [9, 1],
    [10, 2],
    [11, 2],
    [30, 4],
    [35, 4],
  ])(
    'over %i documents, 10 a page, takes %i requests and gives each once, in order',
    async (count, requests) => {
      const { client, query, ids, practice } = await withDispatch(count, 10);
      const { pages, documents } = await readAllPages(client, query);
      expect(documents.map(({ id }) => id)).toEqual(ids());
      expect(documents).toHaveLength(count);
      expect(pages).toHaveLength(requests);
      expect(practice.requests.count('dispatch-files')).toBe(requests);
      expect(pages.every(({ isRestart, removed }) => !isRestart && removed.length === 0)).toBe(true);
    },
  );

  it('over dates and a type asks with both, and encodes the type', async () => {
    both = await practiceAndClient({ pageSize: 5 });
    const { client, practice } = both;
    const [owner] = practice.data.clients;
    const type = 'CONOCIMIENTO DE EMBARQUE (B/L)';
    if (!owner) throw new Error('the practice agency has no client');
    const { documents } = await readAllPages(client, {
      kind: 'files',
      rut: owner.rut,
      start: '2024-01-01',
      end: '2026-11-20',
      type,
    });
    const filed = practice.data.filed(owner, type).map(({ id }) => id);
    expect(filed.length).toBeGreaterThan(5);
    expect(documents.map(({ id }) => id)).toEqual(filed);
    expect(new Set(documents.map((document) => document.type))).toEqual(new Set([type]));
  });

  it('that loses its anchor begins again once, gives nothing twice, and tells what has gone', async () => {
    const { client, query, ids, practice } = await withDispatch(35, 10);
    const before = ids();
    practice.faults.add({ kind: 'delete-during-walk', which: 'anchor', skip: 1, times: 1 });
    const { pages, documents } = await readAllPages(client, query);
    expect(documents.map(({ id }) => id)).toEqual(before);
    expect(pages.map(({ isRestart }) => isRestart)).toEqual([false, false, true, false, false, false]);
    expect(pages.map(({ documents: ofPage }) => ofPage.length)).toEqual([10, 10, 0, 1, 10, 4]);
    expect(pages.at(-1)?.removed).toEqual([before[19]]);
    expect(ids()).toHaveLength(34);
  });

  it.each(['seen', 'next'] as const)(
    'from which a document goes that is not its anchor (%s) goes on without a restart',
    async (which) => {
      const { client, query, ids, practice } = await withDispatch(35, 10);
      const before = ids();
      practice.faults.add({ kind: 'delete-during-walk', which, skip: 1, times: 1 });
      const { pages, documents } = await readAllPages(client, query);
      const left = which === 'seen' ? before : ids();
      expect(documents.map(({ id }) => id)).toEqual(left);
      expect(pages.some(({ isRestart }) => isRestart)).toBe(false);
    },
  );

  it('that loses its anchor twice ends as incomplete, with what it had given', async () => {
    const { client, query, ids, practice } = await withDispatch(35, 10);
    const before = ids();
    practice.faults.add({ kind: 'delete-during-walk', which: 'anchor', times: 2 });
    const ofPage: DistinctPage[] = [];
    const error = await errorOf(
      (async () => {
        for await (const page of paginate(client, query)) ofPage.push(page);
      })(),
    );
    expect(error).toMatchObject({ code: 'WALK_INCOMPLETE', status: 400 });
    expect(error.exchange?.response).toContain('NEXT_TOKEN_INVALID');
    expect(ofPage.flatMap(({ documents }) => documents.map(({ id }) => id))).toEqual([
      ...before.slice(0, 10),
      before[10],
    ]);
  });

  it('gives fresh links of documents that were given before the restart', async () => {
    const { client, query, practice } = await withDispatch(15, 10);
    practice.faults.add({ kind: 'delete-during-walk', which: 'anchor', times: 1 });
    const { pages } = await readAllPages(client, query);
    const restart = pages.find(({ isRestart }) => isRestart);
    expect(restart?.documents.length).toBeLessThan(restart?.links.size ?? 0);
  });

  it('can be cancelled between pages, and in one', async () => {
    const { client, query } = await withDispatch(35, 10);
    const controller = new AbortController();
    const pages: DistinctPage[] = [];
    const error = await errorOf(
      (async () => {
        for await (const page of paginate(client, query, { signal: controller.signal })) {
          pages.push(page);
          controller.abort();
        }
      })(),
    );
    expect(error.code).toBe('CANCELLED');
    expect(pages).toHaveLength(1);
  });

  it('that is left early asks no more', async () => {
    const { client, query, practice } = await withDispatch(35, 10);
    for await (const page of paginate(client, query)) {
      expect(page.documents).toHaveLength(10);
      break;
    }
    expect(practice.requests.count('dispatch-files')).toBe(1);
  });
});

describe('paginate over a service that is odd', () => {
  const query: DocumentsQuery = { kind: 'dispatch', rut: someRut, dispatch: '77' };
  const page = (ids: readonly string[], nextToken?: string): Step =>
    reply(200, { data: ids.map((id) => ({ id })), nextToken });
  const over = (...steps: [Step, ...Step[]]) => {
    const network = scriptedOpen(...steps);
    return { network, reading: readAllPages(clientOver(network.httpGet), query) };
  };

  it('gives a document once that comes on two pages, or twice on one', async () => {
    const { reading } = over(page(['a', 'b', 'b'], '1'), page(['b', 'c']));
    expect((await reading).documents.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  describe('in which two documents share an id', () => {
    const invoice = { id: 'd1', name: 'FACTURA', infoDoc: { document: { number: '101' } } };
    const note = { id: 'd1', name: 'NOTA DE COBRO', infoDoc: { document: { number: '999' } } };
    const linked = (item: object, path: string) => ({ ...item, url: `https://storage.example/${path}?s=1` });
    const listed = (items: readonly object[], nextToken?: string): Step =>
      reply(200, { data: items, nextToken });
    const ofPage = async (...steps: [Step, ...Step[]]) => {
      const pages: DistinctPage[] = [];
      const client = clientOver(scriptedOpen(...steps).httpGet);
      const error = await errorOf(
        (async () => {
          for await (const one of paginate(client, query)) pages.push(one);
        })(),
      );
      const removed = new Set(pages.flatMap((one) => one.removed));
      const links = new Map(pages.flatMap((one) => [...one.links]));
      const documents = pages
        .flatMap(({ documents }) => documents)
        .filter(({ id }) => !removed.has(id))
        .map(({ id, type, folio }) => ({ id, what: `${type} ${folio}`, url: links.get(id)?.url }));
      return { error, documents };
    };
    const [one, other] = [linked(invoice, 'invoice'), linked(note, 'note')];
    const right = new Map([
      ['FACTURA 101', 'https://storage.example/invoice?s=1'],
      ['NOTA DE COBRO 999', 'https://storage.example/note?s=1'],
    ]);

    it.each<[string, [Step, ...Step[]]]>([
      ['on one page', [listed([one, other])]],
      ['on one page, the other first', [listed([other, one])]],
      ['over pages', [listed([one], '1'), listed([other]), listed([one], '1'), listed([other])]],
      [
        'over pages, the other first',
        [listed([other], '1'), listed([one]), listed([other], '1'), listed([one])],
      ],
      ['on one page, and again on the next', [listed([one, other], '1'), listed([one])]],
      [
        'on one page after one of them',
        [listed([one], '1'), listed([one, other]), listed([one], '1'), listed([one, other])],
      ],
    ])('gives each an id and a link of its own, and tells (%s)', async (_how, steps) => {
      const { error, documents } = await ofPage(...steps);
      expect(error.code).toBe('WALK_INCOMPLETE');
      expect(new Map(documents.map(({ what, url }) => [what, url]))).toEqual(right);
      expect(new Set(documents.map(({ id }) => id)).size).toBe(2);
      expect(documents.map(({ id }) => id)).not.toContain('d1');
    });

    it('gives them the same ids whatever their order', async () => {
      const idsOf = async (...steps: [Step, ...Step[]]) =>
        (await ofPage(...steps)).documents.map(({ id, what }) => `${what} ${id}`).toSorted();
      const onOnePage = await idsOf(listed([one, other]));
      expect(await idsOf(listed([other, one]))).toEqual(onOnePage);
      const overPages = [listed([other], '1'), listed([one])] as const;
      expect(await idsOf(...overPages, ...overPages)).toEqual(onOnePage);
    });

    it('tells two apart that differ in their file alone', async () => {
      const { documents, error } = await ofPage(listed([linked(invoice, 'one'), linked(invoice, 'two')]));
      expect(error.code).toBe('WALK_INCOMPLETE');
      expect(documents.map(({ url }) => url)).toEqual([
        'https://storage.example/one?s=1',
        'https://storage.example/two?s=1',
      ]);
    });

    it('reads every page, whichever ids are shared by documents on which of them', async () => {
      const of = (id: string, number: string) =>
        linked({ id, name: 'FACTURA', infoDoc: { document: { number } } }, `${id}-${number}`);
      const pages = [
        listed([of('a', '1')], '1'),
        listed([of('a', '2'), of('b', '1')], '2'),
        listed([of('b', '2'), of('c', '1')], '3'),
        listed([of('c', '2')], '4'),
        listed([of('d', '1')]),
      ] as const;
      const { error, documents } = await ofPage(...pages, ...pages);
      expect(error.code).toBe('WALK_INCOMPLETE');
      const whole = [...'abc'].flatMap((id) => [`${id}-1`, `${id}-2`]);
      expect(documents.map(({ url }) => url).toSorted()).toEqual(
        [...whole, 'd-1'].map((path) => `https://storage.example/${path}?s=1`),
      );
      expect(new Set(documents.map(({ id }) => id)).size).toBe(7);
      expect(documents.find(({ url }) => url?.includes('d-1'))?.id).toBe('d');
    });

    it.each<[string, object, object]>([
      ['differ in what they say', invoice, note],
      ['differ in their file alone', invoice, invoice],
    ])('gives them the same ids wherever their files are stored (%s)', async (_how, first, second) => {
      const idsAt = async (folder: string) =>
        (
          await ofPage(listed([linked(first, `${folder}/one`), linked(second, `${folder}/two`)]))
        ).documents.map(({ id }) => id);
      const before = await idsAt('old');
      expect(new Set(before).size).toBe(2);
      expect(await idsAt('new/er')).toEqual(before);
    });

    it('keeps ids apart of documents that differ in their file alone, over pages', async () => {
      const pages = [listed([linked(invoice, 'one')], '1'), listed([linked(invoice, 'two')])] as const;
      const { documents } = await ofPage(...pages, ...pages);
      expect(documents.map(({ url }) => url).toSorted()).toEqual([
        'https://storage.example/one?s=1',
        'https://storage.example/two?s=1',
      ]);
    });

    it('takes one that is repeated with a new signature for one', async () => {
      const again = { ...one, url: `${one.url}&t=2` };
      const { reading } = over(listed([one, again], '1'), listed([again]));
      expect((await reading).documents.map(({ id }) => id)).toEqual(['d1']);
    });
  });

  it('goes on after an empty page that has a continuation', async () => {
    const { reading } = over(page([], '1'), page(['a'], '2'), page([]));
    expect((await reading).documents.map(({ id }) => id)).toEqual(['a']);
  });

  it('ends as incomplete where the continuation leads back', async () => {
    const { network, reading } = over(page(['a'], '1'));
    expect((await errorOf(reading)).code).toBe('WALK_INCOMPLETE');
    expect(network.requests).toHaveLength(2);
  });

  it('ends as incomplete where the continuation never ends', async () => {
    let number = 0;
    const { reading } = over((request) => page([], String(number++))(request));
    expect((await errorOf(reading)).code).toBe('WALK_INCOMPLETE');
    expect(number).toBe(100);
  });

  it('does not take a refused token for a lost anchor on its first page', async () => {
    const { network, reading } = over(errorResponse(400, 'NEXT_TOKEN_INVALID'));
    expect((await errorOf(reading)).code).toBe('NEXT_TOKEN_INVALID');
    expect(network.requests).toHaveLength(1);
  });

  it('fails with the service’s own error in the middle', async () => {
    const { reading } = over(page(['a'], '1'), errorResponse(403, 'API_KEY_INVALID'));
    expect((await errorOf(reading)).code).toBe('API_KEY_INVALID');
  });
});
