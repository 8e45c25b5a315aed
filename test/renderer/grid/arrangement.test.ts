import { describe, expect, it } from 'vitest';
import {
  arrange,
  leaveWidth,
  moveBefore,
  moveBy,
  show,
  toKeep,
  tracks,
  widen,
} from '../../../renderer/features/grid/arrangement.ts';

const columns = [
  { id: 'number', width: 90, isShownAtFirst: true },
  { id: 'type', width: 200, isShownAtFirst: true },
  { id: 'folio', width: 100, isShownAtFirst: true },
  { id: 'dispatch.nombreNave', width: 140, isShownAtFirst: false },
];
const first = arrange(columns, undefined);

describe('arranged columns', () => {
  it('stand as they come until a person moves one', () => {
    expect(first.order).toEqual(['number', 'type', 'folio', 'dispatch.nombreNave']);
    expect([...first.shown]).toEqual(['number', 'type', 'folio']);
  });

  it('are as they were left, with new columns at the end as they come and gone ones left out', () => {
    const again = arrange(columns, {
      order: ['folio', 'gone', 'number'],
      shown: ['folio', 'gone'],
      widths: { folio: 300 },
    });
    expect(again.shown.has('number')).toBe(false);
    expect(again.shown.has('dispatch.nombreNave')).toBe(false);
    expect(again.order).toEqual(['folio', 'number', 'type', 'dispatch.nombreNave']);
    expect(again.shown.has('type')).toBe(true);
    expect(again.widths['folio']).toBe(300);
    expect(again.widths).not.toHaveProperty('type');
  });

  it('come back from what is kept of them', () => {
    const changed = widen(
      moveBefore(show(first, 'dispatch.nombreNave', true), 'folio', 'number'),
      'type',
      333,
    );
    expect(arrange(columns, toKeep(changed))).toEqual(changed);
    expect(toKeep(changed).widths).toEqual({ type: 333 });
  });

  it('move one place among those that are shown', () => {
    const hidden = show(first, 'type', false);
    expect(moveBy(hidden, 'folio', -1).order).toEqual(['folio', 'number', 'type', 'dispatch.nombreNave']);
    expect(moveBy(first, 'number', 1).order).toEqual(['type', 'number', 'folio', 'dispatch.nombreNave']);
    expect(moveBy(first, 'number', -1)).toBe(first);
  });

  it('never hide the last one', () => {
    const one = show(show(first, 'number', false), 'type', false);
    expect([...show(one, 'folio', false).shown]).toEqual(['folio']);
  });

  it('have more where there is room, but for those whose width a person has set', () => {
    const wide = columns.map((column) => (column.id === 'folio' ? column : { ...column, widest: 300 }));
    const shown = wide.slice(0, 3);
    expect(tracks(shown, first)).toEqual({
      template: 'minmax(90px, 300px) minmax(200px, 300px) 100px',
      least: 390,
    });
    const set = widen(first, 'type', 200);
    expect(tracks(shown, set).template).toBe('minmax(90px, 300px) 200px 100px');
    expect(tracks(shown, leaveWidth(set, 'type'))).toEqual(tracks(shown, first));
  });

  it('are never narrower than can be grasped', () => {
    expect(widen(first, 'type', 3).widths['type']).toBe(40);
  });
});
