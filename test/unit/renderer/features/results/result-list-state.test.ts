import { describe, expect, it } from 'vitest';
import {
  allRows,
  noRows,
  onlyRows,
  toggleRow,
} from '../../../../../renderer/components/data-grid/row-selection.ts';
import {
  openingStates,
  sortOf,
  viewToSave,
  withFilter,
} from '../../../../../renderer/features/results/result-list-state.ts';
import { selectedDocuments } from '../../../../../renderer/features/results/result-rows.ts';
import { compositeKey } from '../../../../../shared/composite-key.ts';
import type { ListName } from '../../../../../shared/model/lists.ts';
import type { SearchQuery } from '../../../../../shared/model/search-query.ts';

const noKeys = () => Promise.resolve([]);

describe('the documents that a selection means', () => {
  it('are the chosen ones, by connection and id', async () => {
    const selection = onlyRows([compositeKey('agency', 'd 1'), compositeKey('agency', 'd\n2')]);
    expect(await selectedDocuments('documents', 'r', { selection, filter: 'x' }, noKeys)).toEqual({
      kind: 'some',
      documents: [
        { connectionId: 'agency', id: 'd 1' },
        { connectionId: 'agency', id: 'd\n2' },
      ],
    });
  });

  it('are all that the filter shows but for those taken out', async () => {
    const selection = toggleRow(allRows, compositeKey('agency', 'd1'));
    expect(await selectedDocuments('documents', 'r', { selection, filter: 'nota' }, noKeys)).toEqual({
      kind: 'all',
      resultSetId: 'r',
      filter: 'nota',
      except: [{ connectionId: 'agency', id: 'd1' }],
    });
  });

  it('are those of the chosen dispatches', async () => {
    const selection = onlyRows([compositeKey('agency', '123457')]);
    expect(await selectedDocuments('dispatches', 'r', { selection, filter: '' }, noKeys)).toEqual({
      kind: 'dispatches',
      resultSetId: 'r',
      dispatches: [{ connectionId: 'agency', number: '123457' }],
    });
  });

  it('are everything when all dispatches are selected', async () => {
    expect(await selectedDocuments('dispatches', 'r', { selection: allRows, filter: ' ' }, noKeys)).toEqual({
      kind: 'all',
      resultSetId: 'r',
      filter: '',
      except: [],
    });
  });

  it('are those of the dispatches that a filter shows: its words are not looked for in documents', async () => {
    const selection = toggleRow(allRows, compositeKey('agency', '2'));
    const keys = () =>
      Promise.resolve([
        compositeKey('agency', '1'),
        compositeKey('agency', '2'),
        compositeKey('agency', '3'),
      ]);
    expect(await selectedDocuments('dispatches', 'r', { selection, filter: 'valpo' }, keys)).toMatchObject({
      dispatches: [{ number: '1' }, { number: '3' }],
    });
  });

  it('are none where nothing is selected, and in disbursements', async () => {
    expect(
      await selectedDocuments('documents', 'r', { selection: noRows, filter: '' }, noKeys),
    ).toBeUndefined();
    expect(
      await selectedDocuments('disbursements', 'r', { selection: allRows, filter: '' }, noKeys),
    ).toBeUndefined();
  });
});

describe('a result that opens', () => {
  it("takes a saved search's view for its own list alone", () => {
    const view = {
      list: 'documents' as const,
      columns: [],
      sort: [{ column: 'type', descending: true }],
      filter: 'nota',
      group: 'type' as const,
    };
    const states = openingStates({ view });
    expect(states.documents).toMatchObject({ filter: 'nota', group: 'type', sort: view.sort });
    expect(states.dispatches).toMatchObject({ filter: '', group: 'none', sort: [] });
  });

  it('opens each list as it was when it was saved from any of them, with its own columns and their widths', () => {
    const columns = { order: ['folio', 'type', 'size'], shown: ['folio', 'type'], widths: { folio: 191 } };
    const plain = openingStates(undefined);
    const documents = { ...plain.documents, filter: 'nota', group: 'type' as const, columns };
    const own = { order: ['number'], shown: ['number'], widths: {} };
    const states = openingStates({ view: viewToSave('dispatches', { ...plain, documents }, own, undefined) });
    expect(states.documents).toEqual(documents);
    expect(states.dispatches.columns).toEqual(own);
    expect(states.disbursements).toEqual(plain.disbursements);
  });
});

describe('lists that nobody has sorted', () => {
  const asked = (count: number) => ({
    kind: 'dispatches' as const,
    connectionIds: ['agency'],
    dispatches: Array.from({ length: count }, (_, index) => ({ number: String(index), ruts: [] })),
  });
  const range = {
    kind: 'range' as const,
    connectionIds: ['agency'],
    ruts: [],
    complete: false,
    range: { kind: 'this-month' as const },
    types: { kind: 'all' as const, operation: 'both' as const },
  };
  const columnOf = (query: SearchQuery, list: ListName) =>
    sortOf(list, openingStates(undefined)[list].sort, query).map(({ column }) => column);

  it('open by dispatch, a pasted list in its own order, the documents of one dispatch by type', () => {
    expect(columnOf(range, 'dispatches')).toEqual(['number']);
    expect(columnOf(range, 'documents')).toEqual(['dispatchNumber', 'type', 'id']);
    expect(columnOf(asked(3), 'documents')).toEqual(['asked', 'type']);
    expect(columnOf(asked(3), 'dispatches')).toEqual(['asked']);
    expect(columnOf(asked(1), 'documents')).toEqual(['type']);
  });

  it('stay as a person sorts them, by nothing too', () => {
    expect(sortOf('documents', [], range)).toEqual([]);
  });
});

describe('a filter', () => {
  const { documents } = openingStates(undefined);
  const chosen = { ...documents, selection: onlyRows(['a', 'b']) };

  it('leaves nothing selected that it may hide, and gives it back once it is cleared', () => {
    const filtered = withFilter(withFilter(chosen, 'f'), 'factura');
    expect(filtered).toMatchObject({ filter: 'factura', selection: noRows, outsideFilter: chosen.selection });
    expect(withFilter(filtered, '')).toEqual(chosen);
  });

  it('that is cleared adds what was selected under it', () => {
    const filtered = { ...withFilter(chosen, 'factura'), selection: onlyRows(['c']) };
    expect(withFilter(filtered, '').selection).toEqual(onlyRows(['a', 'b', 'c']));
    const all = { ...withFilter({ ...documents, selection: allRows }, 'x'), selection: onlyRows(['c']) };
    expect(withFilter(all, '').selection).toEqual(allRows);
  });

  it('that is cleared drops "all of what it shows", which is no list of rows', () => {
    const filtered = { ...withFilter(chosen, 'factura'), selection: allRows };
    expect(withFilter(filtered, '').selection).toEqual(chosen.selection);
  });
});
