import { describe, expect, it } from 'vitest';
import { retentionBasis, retentionDay } from '../../../../../renderer/features/folders/retention-text.ts';
import type { LegalRetention } from '../../../../../shared/model/dossier.ts';
import { translationsOf } from '../../../../support/page/page-translations.ts';

const t = translationsOf('folders');

describe('until when a folder is kept', () => {
  it('is told with the date from which it is counted', () => {
    const retention: LegalRetention = {
      kind: 'known',
      until: '2031-12-31',
      basis: 'acceptance',
      from: '2026-05-15',
      note: '',
    };
    expect([retentionDay(retention), retentionBasis(retention, t)]).toEqual([
      '31-12-2031',
      'aceptada el 15-05-2026',
    ]);
  });

  it('is told with the note of who set it', () => {
    const retention = { kind: 'known', until: '2040-01-01', basis: 'person', note: 'juicio' } as const;
    expect(retentionBasis(retention, t)).toBe('fijado por ti: juicio');
  });

  it('is not made up where a date is missing', () => {
    const retention = { kind: 'unknown', missingFact: 'legalisation' } as const;
    expect([retentionDay(retention), retentionBasis(retention, t)]).toEqual([
      undefined,
      'falta la fecha de legalización',
    ]);
  });
});
