import { describe, expect, it } from 'vitest';
import { keepBasis, keepDay } from '../../../../../renderer/features/folders/keep-words.ts';
import type { KeepUntil } from '../../../../../shared/model/dossier.ts';
import { wordsOf } from '../../../../support/page/page-words.ts';

const t = wordsOf('folders');

describe('until when a folder is kept', () => {
  it('is told with the date from which it is counted', () => {
    const keep: KeepUntil = {
      kind: 'known',
      until: '2031-12-31',
      basis: 'acceptance',
      from: '2026-05-15',
      note: '',
    };
    expect([keepDay(keep), keepBasis(keep, t)]).toEqual(['31-12-2031', 'aceptada el 15-05-2026']);
  });

  it('is told with the note of who set it', () => {
    const keep = { kind: 'known', until: '2040-01-01', basis: 'person', note: 'juicio' } as const;
    expect(keepBasis(keep, t)).toBe('fijado por ti: juicio');
  });

  it('is not made up where a date is missing', () => {
    const keep = { kind: 'unknown', lacks: 'legalisation' } as const;
    expect([keepDay(keep), keepBasis(keep, t)]).toEqual([undefined, 'falta la fecha de legalización']);
  });
});
