import { describe, expect, it } from 'vitest';
import { whyMove } from '../../scripts/checkout-path.mjs';

describe('the path of the checkout', () => {
  it.each(['#', '?', '%'])('with %s serves nothing', (sign) => {
    expect(whyMove(`/home/ana/a${sign}b`, 'window')).toMatch(/^Move the checkout: /);
    expect(whyMove(`/home/ana/a${sign}b`, 'test')).toContain(` ${sign} `);
  });

  it.each(["'", '(1)', '[a]', '{a}', '*', '!', '$a', '`', '"', ';'])(
    'with %s serves to start, and no tests',
    (part) => {
      expect(whyMove(`/home/ana/x${part}`, 'install')).toBeUndefined();
      expect(whyMove(`/home/ana/x${part}`, 'test')).toContain('Move the checkout');
    },
  );

  it.each(['/home/ana/carpeta', 'C:\\Users\\Ana Ñúñez\\carpeta-2.0', '/srv/a b/c+d,e@f~g=h', '/家/かばん'])(
    '%s serves all',
    (path) => {
      expect(whyMove(path, 'test')).toBeUndefined();
    },
  );
});
