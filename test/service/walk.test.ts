import { afterEach, describe, expect, it } from 'vitest';
import { type WalkPage, type WalkQuestion, walk } from '../../electron/service/index.ts';
import { clientOver, errorOf, someRut } from '../support/client.ts';
import { type PracticeAndClient, practiceAndClient, walked } from '../support/practice-client.ts';
import { answer, refusal, type Step, scriptedOpen } from '../support/scripted-open.ts';

let both: PracticeAndClient | undefined;
afterEach(async () => {
  await both?.[Symbol.asyncDispose]();
  both = undefined;
});

/** A practice agency with one client and a dispatch of many documents, and the question for all of them. */
async function withDispatch(documents: number, pageSize: number) {
  both = await practiceAndClient({ pageSize, clients: 1 });
  const { practice } = both;
  const [dispatch] = practice.data.dispatches.toSorted((a, b) => b.documents.length - a.documents.length);
  if (!dispatch) throw new Error('the practice agency has no dispatch');
  while (dispatch.documents.length < documents) {
    practice.changes.arrive({ dispatch: dispatch.number, type: 'NOTA DE COBRO' });
  }
  for (const extra of dispatch.documents.slice(documents)) practice.changes.delete(extra.id);
  const question: WalkQuestion = { kind: 'dispatch', rut: dispatch.client.rut, dispatch: dispatch.number };
  return { ...both, question, ids: () => dispatch.documents.map(({ id }) => id) };
}

describe('a walk', () => {
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
      const { client, question, ids, practice } = await withDispatch(count, 10);
      const { pages, documents } = await walked(client, question);
      expect(documents.map(({ id }) => id)).toEqual(ids());
      expect(documents).toHaveLength(count);
      expect(pages).toHaveLength(requests);
      expect(practice.requests.count('dispatch-files')).toBe(requests);
      expect(pages.every(({ isRestart, gone }) => !isRestart && gone.length === 0)).toBe(true);
    },
  );

  it('over dates and a type asks with both, and encodes the type', async () => {
    both = await practiceAndClient({ pageSize: 5 });
    const { client, practice } = both;
    const [owner] = practice.data.clients;
    const type = 'CONOCIMIENTO DE EMBARQUE (B/L)';
    if (!owner) throw new Error('the practice agency has no client');
    const { documents } = await walked(client, {
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
    const { client, question, ids, practice } = await withDispatch(35, 10);
    const before = ids();
    practice.misbehave.add({ kind: 'delete-during-walk', which: 'anchor', skip: 1, times: 1 });
    const { pages, documents } = await walked(client, question);
    expect(documents.map(({ id }) => id)).toEqual(before);
    expect(pages.map(({ isRestart }) => isRestart)).toEqual([false, false, true, false, false, false]);
    expect(pages.map(({ documents: given }) => given.length)).toEqual([10, 10, 0, 1, 10, 4]);
    expect(pages.at(-1)?.gone).toEqual([before[19]]);
    expect(ids()).toHaveLength(34);
  });

  it.each(['seen', 'next'] as const)(
    'from which a document goes that is not its anchor (%s) goes on without a restart',
    async (which) => {
      const { client, question, ids, practice } = await withDispatch(35, 10);
      const before = ids();
      practice.misbehave.add({ kind: 'delete-during-walk', which, skip: 1, times: 1 });
      const { pages, documents } = await walked(client, question);
      const left = which === 'seen' ? before : ids();
      expect(documents.map(({ id }) => id)).toEqual(left);
      expect(pages.some(({ isRestart }) => isRestart)).toBe(false);
    },
  );

  it('that loses its anchor twice ends as incomplete, with what it had given', async () => {
    const { client, question, ids, practice } = await withDispatch(35, 10);
    const before = ids();
    practice.misbehave.add({ kind: 'delete-during-walk', which: 'anchor', times: 2 });
    const given: WalkPage[] = [];
    const error = await errorOf(
      (async () => {
        for await (const page of walk(client, question)) given.push(page);
      })(),
    );
    expect(error).toMatchObject({ code: 'WALK_INCOMPLETE', status: 400 });
    expect(error.exchange?.response).toContain('NEXT_TOKEN_INVALID');
    expect(given.flatMap(({ documents }) => documents.map(({ id }) => id))).toEqual([
      ...before.slice(0, 10),
      before[10],
    ]);
  });

  it('gives fresh links of documents that were given before the restart', async () => {
    const { client, question, practice } = await withDispatch(15, 10);
    practice.misbehave.add({ kind: 'delete-during-walk', which: 'anchor', times: 1 });
    const { pages } = await walked(client, question);
    const restart = pages.find(({ isRestart }) => isRestart);
    expect(restart?.documents.length).toBeLessThan(restart?.links.size ?? 0);
  });

  it('can be cancelled between pages, and in one', async () => {
    const { client, question } = await withDispatch(35, 10);
    const controller = new AbortController();
    const pages: WalkPage[] = [];
    const error = await errorOf(
      (async () => {
        for await (const page of walk(client, question, { signal: controller.signal })) {
          pages.push(page);
          controller.abort();
        }
      })(),
    );
    expect(error.code).toBe('CANCELLED');
    expect(pages).toHaveLength(1);
  });

  it('that is left early asks no more', async () => {
    const { client, question, practice } = await withDispatch(35, 10);
    for await (const page of walk(client, question)) {
      expect(page.documents).toHaveLength(10);
      break;
    }
    expect(practice.requests.count('dispatch-files')).toBe(1);
  });
});

describe('a walk over a service that is odd', () => {
  const question: WalkQuestion = { kind: 'dispatch', rut: someRut, dispatch: '77' };
  const page = (ids: readonly string[], nextToken?: string): Step =>
    answer(200, { data: ids.map((id) => ({ id })), nextToken });
  const over = (...steps: [Step, ...Step[]]) => {
    const network = scriptedOpen(...steps);
    return { network, walking: walked(clientOver(network.open), question) };
  };

  it('gives a document once that comes on two pages, or twice on one', async () => {
    const { walking } = over(page(['a', 'b', 'b'], '1'), page(['b', 'c']));
    expect((await walking).documents.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  it('goes on after an empty page that has a continuation', async () => {
    const { walking } = over(page([], '1'), page(['a'], '2'), page([]));
    expect((await walking).documents.map(({ id }) => id)).toEqual(['a']);
  });

  it('ends as incomplete where the continuation leads back', async () => {
    const { network, walking } = over(page(['a'], '1'));
    expect((await errorOf(walking)).code).toBe('WALK_INCOMPLETE');
    expect(network.requests).toHaveLength(2);
  });

  it('ends as incomplete where the continuation never ends', async () => {
    let number = 0;
    const { walking } = over((request) => page([], String(number++))(request));
    expect((await errorOf(walking)).code).toBe('WALK_INCOMPLETE');
    expect(number).toBe(100);
  });

  it('does not take a refused token for a lost anchor on its first page', async () => {
    const { network, walking } = over(refusal(400, 'NEXT_TOKEN_INVALID'));
    expect((await errorOf(walking)).code).toBe('NEXT_TOKEN_INVALID');
    expect(network.requests).toHaveLength(1);
  });

  it('fails with the service’s own error in the middle', async () => {
    const { walking } = over(page(['a'], '1'), refusal(403, 'API_KEY_INVALID'));
    expect((await errorOf(walking)).code).toBe('API_KEY_INVALID');
  });
});
