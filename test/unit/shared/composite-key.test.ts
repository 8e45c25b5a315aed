import { describe, expect, test } from 'vitest';
import { compositeKey, parseCompositeKey } from '../../../shared/composite-key.ts';

describe('a key of several parts', () => {
  test('is another wherever one part ends and the next begins elsewhere', () => {
    const same = [
      compositeKey('a b', 'c'),
      compositeKey('a', 'b c'),
      compositeKey('a\nb', 'c'),
      compositeKey('a', 'b\nc'),
      compositeKey('a","b', 'c'),
      compositeKey('a', 'b","c'),
      compositeKey('a', 'b', 'c'),
      compositeKey('a b c'),
      compositeKey('a', 'b c', ''),
    ];
    expect(new Set(same).size).toBe(same.length);
  });

  test('gives its parts again, whatever stands in them', () => {
    const keys = ['https://a/b', '', '"],["', 'ñ\n\\'];
    expect(parseCompositeKey(compositeKey(...keys))).toEqual(keys);
  });
});
