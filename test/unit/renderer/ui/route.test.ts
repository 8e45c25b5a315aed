import { afterEach, describe, expect, it } from 'vitest';
import {
  formatRoute,
  listOf,
  listViews,
  navigateUnlessLeft,
  parseRoute,
  type Route,
  withinOf,
} from '../../../../renderer/ui/route.ts';

const routes: Route[] = [
  { view: 'home' },
  { view: 'results', resultSetId: 'a/b ?#', list: 'dispatches' },
  { view: 'results', resultSetId: 'r1', list: 'documents', savedId: 's&=1' },
  { view: 'results', resultSetId: 'r1', list: 'documents', savedId: 's', words: '"a b" & ñ' },
  { view: 'results', resultSetId: 'r1', list: 'documents', filter: 'FACTURA|GUÍA (AWB)' },
  { view: 'found', text: 'FACTURA 88/1 ñ' },
  { view: 'found', text: '"a b" & ñ', part: 'text', savedId: 's&=1' },
  { view: 'downloads' },
  { view: 'downloads', batchId: 'b 1' },
  { view: 'news' },
  { view: 'settings' },
  { view: 'missing', part: 'matrix' },
  { view: 'missing', part: 'asked', connectionId: 'c&1', rut: '76086428-5', resultSetId: 'r=1' },
  { view: 'payments', part: 'analysis', rut: '76086428-5' },
  { view: 'payments', part: 'list', group: { month: '2026-10', client: '76086428-5' }, rut: '76086428-5' },
  { view: 'payments', part: 'list', group: { supplier: '', currency: 'USD' } },
  { view: 'review', connectionId: 'c 1' },
  { view: 'folders' },
  ...listViews.map((view) => ({ view, rut: '76086428-5' })),
  { view: 'cuadratura' },
  { view: 'cuadratura', rut: '76086428-5', filter: 'naviera octubre' },
  { view: 'missing', part: 'gaps', filter: 'b/l & acme' },
  { view: 'review', filter: 'octubre', connectionId: 'c' },
  { view: 'missing', part: 'gaps', choices: { requested: 'asked', owing: '-', onlyOver: 'yes' } },
  { view: 'payments', part: 'table', choices: { rows: 'month', columns: 'client' }, filter: 'tgr' },
  { view: 'review', choices: { kind: 'same-paper-twice', dismissed: 'yes' }, rut: '76086428-5' },
  { view: 'cuadratura', choices: { verdict: 'absent' } },
  { view: 'package' },
  { view: 'package', numbers: '123456\n123457 76.086.428-5' },
  { view: 'package', again: 'h 1' },
  { view: 'handovers' },
  { view: 'handovers', deliveryId: 'h/1' },
];

describe('a place in the address', () => {
  it.each(routes)('is found again: $view', (route) => {
    expect(parseRoute(formatRoute(route))).toEqual(route);
  });

  it('is home when the address names none', () => {
    for (const hash of ['', '#', '#/', '#/nothing', '#/results', '#/found', '#/%E0%A4%A']) {
      expect(parseRoute(hash)).toEqual({ view: 'home' });
    }
  });

  it('opens the first part of a screen when the part is not known', () => {
    expect(parseRoute('#/missing/other')).toEqual({ view: 'missing', part: 'gaps' });
    expect(parseRoute('#/payments')).toEqual({ view: 'payments', part: 'list' });
  });

  it('keeps which dispatches it is about on the way to another screen', () => {
    const within = { rut: '76086428-5', resultSetId: 'r1' };
    expect(withinOf({ view: 'review', ...within, choices: { kind: 'x' } })).toEqual(within);
    expect(withinOf({ view: 'results', resultSetId: 'r1', list: 'documents' })).toEqual({});
  });

  it('opens the documents of a result when the list is not known', () => {
    expect(parseRoute('#/results/r1/other')).toEqual({
      view: 'results',
      resultSetId: 'r1',
      list: 'documents',
    });
  });

  it('names the same rows on each of the tabs and parts that show them, and others elsewhere', () => {
    const result: Route = { view: 'results', resultSetId: 'r1', list: 'documents' };
    const same = { ...result, list: 'dispatches', savedId: 's1' } as const;
    expect(listOf(same)).toBe(listOf(result));
    const others: Route[] = [
      { view: 'results', resultSetId: 'r2', list: 'documents' },
      { view: 'found', text: 'r1' },
      { view: 'missing', part: 'gaps' },
      { view: 'missing', part: 'gaps', resultSetId: 'r1' },
      { view: 'folders' },
    ];
    expect(new Set([result, ...others].map(listOf)).size).toBe(6);
    expect(listOf({ view: 'missing', part: 'matrix' })).toBe(listOf({ view: 'missing', part: 'gaps' }));
  });
});

describe('a way from where a person was', () => {
  const scope = globalThis as { window?: unknown };
  afterEach(() => {
    delete scope.window;
  });

  function at(hash: string): { hash: string } {
    const location = { hash };
    scope.window = { location };
    return location;
  }

  it('is gone by who has stayed there', () => {
    const location = at('#/home');
    navigateUnlessLeft()({ view: 'news' });
    expect(location.hash).toBe('#/news');
  });

  it('is not gone by who has left, and not by who has asked for another way since', () => {
    const location = at('#/home');
    const left = navigateUnlessLeft();
    location.hash = '#/clients';
    left({ view: 'news' });
    expect(location.hash).toBe('#/clients');
    const [first, second] = [navigateUnlessLeft(), navigateUnlessLeft()];
    first({ view: 'news' });
    expect(location.hash).toBe('#/clients');
    second({ view: 'settings' });
    expect(location.hash).toBe('#/settings');
  });
});
