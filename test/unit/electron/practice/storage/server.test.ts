import { describe, expect, it } from 'vitest';
import { rangeOf } from '../../../../../electron/practice/storage/server.ts';

describe('a Range header on 100 bytes', () => {
  it.each([
    ['bytes=0-', { start: 0, end: 100 }],
    ['bytes=10-', { start: 10, end: 100 }],
    ['bytes=0-0', { start: 0, end: 1 }],
    ['bytes=10-19', { start: 10, end: 20 }],
    ['bytes=90-500', { start: 90, end: 100 }],
    ['bytes=99-99', { start: 99, end: 100 }],
    ['bytes=-10', { start: 90, end: 100 }],
    ['bytes=-500', { start: 0, end: 100 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=100-200', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    [undefined, undefined],
    ['', undefined],
    ['bytes=-', undefined],
    ['bytes=20-10', undefined],
    ['bytes=0-1,5-6', undefined],
    ['items=0-1', undefined],
    ['bytes=a-b', undefined],
  ] as const)('%j asks for %j', (header, part) => {
    expect(rangeOf(header, 100)).toEqual(part);
  });

  it('of an empty file cannot be satisfied', () => {
    expect(rangeOf('bytes=0-', 0)).toBe('unsatisfiable');
  });
});
