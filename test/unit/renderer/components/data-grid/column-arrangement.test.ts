import { describe, expect, it } from 'vitest';
import {
  arrange,
  leaveWidth,
  moveBefore,
  moveBy,
  show,
  shownOf,
  toStore,
  tracks,
  widen,
} from '../../../../../renderer/components/data-grid/column-arrangement.ts';
import { settingsSchema } from '../../../../../shared/model/settings.ts';

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
    expect(arrange(columns, toStore(changed))).toEqual(changed);
    expect(toStore(changed).widths).toEqual({ type: 333 });
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

  it('stay as they were left while they are away', () => {
    const [number, type, ...others] = columns;
    if (!number || !type) throw new Error('there are no columns');
    const left = toStore(widen(show(first, 'type', false), 'type', 333));
    const without = arrange([number, ...others], left);
    const stored = toStore(widen(without, 'number', 120), left);
    const again = arrange(columns, stored);
    expect(again.shown.has('type')).toBe(false);
    expect(again.widths).toEqual({ number: 120, type: 333 });
  });

  it('are no more than the settings keep', () => {
    const many = Array.from({ length: 400 }, (_, index) => ({ ...columns[0], id: `${index}` }));
    const stored = toStore(arrange(many as typeof columns, undefined), toStore(first));
    expect(settingsSchema.shape.layout.unwrap().shape.columns.parse({ matrix: stored })).toBeDefined();
  });

  it('are shown in the order of the person', () => {
    const arranged = moveBefore(show(first, 'type', false), 'folio', 'number');
    expect(shownOf(columns, arranged).map(({ id }) => id)).toEqual(['folio', 'number']);
  });

  it('share what room there is by what each lacks, but for those whose width a person has set', () => {
    const shown = [
      { id: 'number', width: 90, isShownAtFirst: true },
      { id: 'type', width: 200, widest: 300, isShownAtFirst: true },
      { id: 'folio', width: 100, widest: 400, isShownAtFirst: true },
    ];
    const free = '(100% - 422px)';
    expect(tracks(shown, first, 32)).toEqual({
      template: `90px clamp(200px, 200px + ${free} * 0.25, 300px) clamp(100px, 100px + ${free} * 0.75, 400px)`,
      minWidth: 422,
    });
    const set = widen(first, 'folio', 100);
    expect(tracks(shown, set, 32).template).toBe(`90px clamp(200px, 200px + ${free} * 1, 300px) 100px`);
    expect(tracks(shown, leaveWidth(set, 'folio'), 32)).toEqual(tracks(shown, first, 32));
  });

  it('never take more than there is together', () => {
    const three = ['one', 'two', 'three'].map((id) => ({ id, width: 50, widest: 60, isShownAtFirst: true }));
    const fractions = tracks(three, arrange(three, undefined), 0).template.match(/(?<=\* )[\d.]+/g) ?? [];
    expect(fractions).toHaveLength(3);
    expect(fractions.reduce((sum, part) => sum + Number(part), 0)).toBeLessThanOrEqual(1);
  });

  it('are never narrower than can be grasped', () => {
    expect(widen(first, 'type', 3).widths['type']).toBe(40);
  });
});
