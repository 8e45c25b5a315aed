import { describe, expect, it } from 'vitest';
import { asOneLine, type Choices, planSearch } from '../../../renderer/features/search/plan.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { Understood } from '../../../shared/model/search.ts';

const acme = '76086428-5' as Rut;
const sur = '9068826-K' as Rut;

const choices: Choices = {
  connectionIds: ['agency'],
  range: { kind: 'this-month' },
  types: { kind: 'all', operation: 'both' },
  complete: false,
  clientsToTry: [],
};

function understood(parts: Partial<Extract<Understood, { kind: 'understood' }>>): Understood {
  const nothing = { dispatches: [], clients: [], papers: [], unmatched: [], types: [], words: [], wrong: [] };
  return { kind: 'understood', ...nothing, aside: 0, ...parts };
}

const client = { rut: acme, name: 'ACME', digitIsRight: true, expected: '5' };
const unknownDispatch = { number: '123457', ruts: [], source: 'unknown' as const };

describe('what a search would do', () => {
  it('asks a client for the dates and types that are chosen', () => {
    expect(planSearch(understood({ clients: [client] }), choices)).toEqual({
      kind: 'ask',
      question: {
        kind: 'range',
        connectionIds: ['agency'],
        ruts: [acme],
        range: { kind: 'this-month' },
        types: { kind: 'all', operation: 'both' },
        complete: false,
      },
    });
  });

  it('asks a dispatch of the client that is known to have it', () => {
    const plan = planSearch(
      understood({ dispatches: [{ number: '1', ruts: [sur], source: 'kept' }] }),
      choices,
    );
    expect(plan).toEqual({
      kind: 'ask',
      question: { kind: 'dispatches', connectionIds: ['agency'], dispatches: [{ number: '1', ruts: [sur] }] },
    });
  });

  it('wants a client for a dispatch of which nothing is known', () => {
    expect(planSearch(understood({ dispatches: [unknownDispatch] }), choices)).toEqual({
      kind: 'needs-client',
      numbers: ['123457'],
    });
  });

  it('takes the client that stands beside the number', () => {
    const plan = planSearch(understood({ dispatches: [unknownDispatch], clients: [client] }), choices);
    expect(plan).toMatchObject({ question: { dispatches: [{ number: '123457', ruts: [acme] }] } });
  });

  it('tries the clients that the person chose, in their order', () => {
    const plan = planSearch(understood({ dispatches: [unknownDispatch] }), {
      ...choices,
      clientsToTry: [sur, acme],
    });
    expect(plan).toMatchObject({ question: { dispatches: [{ number: '123457', ruts: [sur, acme] }] } });
  });

  it('looks for words in what is kept, without an agency', () => {
    const plan = planSearch(understood({ words: ['factura', '88'] }), { ...choices, connectionIds: [] });
    expect(plan).toEqual({ kind: 'find', text: 'factura 88' });
  });

  it('says that an agency is needed before it says that a client is', () => {
    const plan = planSearch(understood({ dispatches: [unknownDispatch] }), { ...choices, connectionIds: [] });
    expect(plan).toEqual({ kind: 'needs-agency' });
  });

  it('does nothing for nothing', () => {
    expect(planSearch({ kind: 'nothing' }, choices)).toEqual({ kind: 'nothing' });
    expect(planSearch(understood({ wrong: [{ text: '1e2', reason: 'rut-form' }] }), choices)).toEqual({
      kind: 'nothing',
    });
  });
});

describe('a pasted list', () => {
  it('becomes one line whose numbers stay apart', () => {
    expect(asOneLine('123457\r\n123458\n\n 123459\t76.086.428-5 \n')).toBe(
      '123457; 123458; 123459 | 76.086.428-5',
    );
  });
});
