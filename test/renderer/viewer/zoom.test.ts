import { expect, test } from 'vitest';
import { fitWidth, zoomActOf, zoomed } from '../../../renderer/components/viewer/zoom.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false };

test('a paper grows and shrinks by steps that end, and goes back to the width of its pane', () => {
  expect(zoomed(fitWidth, 'in')).toBeGreaterThan(fitWidth);
  expect(zoomed(zoomed(fitWidth, 'in'), 'out')).toBe(fitWidth);
  expect(zoomed(4, 'in')).toBe(4);
  expect(zoomed(0.5, 'out')).toBe(0.5);
  expect(zoomed(3, 'fit')).toBe(fitWidth);
});

test('+, − and 0 zoom a paper; with Ctrl they are the window’s', () => {
  expect(['+', '-', '0', 'a'].map((key) => zoomActOf({ ...plain, key }))).toEqual([
    'in',
    'out',
    'fit',
    undefined,
  ]);
  expect(zoomActOf({ ...plain, ctrlKey: true, key: '+' })).toBeUndefined();
});
