import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../../shared/error-codes.ts';
import { errorVariants } from '../../../shared/error-variant.ts';
import english from '../../../shared/locales/en/errors.json' with { type: 'json' };
import spanish from '../../../shared/locales/es-CL/errors.json' with { type: 'json' };

const codes = [...errorCodes, ...errorVariants, 'nothingThere', 'fallback'];
const words: Record<string, Record<string, { what: string; do: string }>> = {
  Spanish: spanish,
  English: english,
};

describe.each(Object.keys(words))('in %s', (language) => {
  const entries = words[language] ?? {};

  it.each(codes)('%s says what happened and what to do', (code) => {
    expect(entries[code]?.what).toMatch(/^\S.{8,}[.]$/);
    expect(entries[code]?.do).toMatch(/^\S.{4,}[.]$/);
  });

  it('no words are left for codes that do not exist', () => {
    expect(Object.keys(entries).filter((code) => !codes.includes(code))).toEqual([]);
  });

  it('no two codes share their words', () => {
    const all = Object.values(entries).map(({ what }) => what);
    expect(new Set(all).size).toBe(all.length);
  });
});

it.each(['API_KEY_INVALID', 'PROJECT_ID_UNAUTHORIZED'] as const)(
  '%s also mentions that a key may be tied to a network',
  (code) => {
    expect(spanish[code].do).toMatch(/restricciones de red|ciertas redes/);
    expect(english[code].do).toMatch(/network/);
  },
);

it('a dispatch that is not found is told as the service tells it: absent or not of this RUT', () => {
  expect(spanish.DISPATCH_NOT_FOUND.what).toBe('El despacho no existe o no es de este RUT.');
});
