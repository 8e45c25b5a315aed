import { describe, expect, it } from 'vitest';
import {
  expectationReason,
  missingReason,
  requestLabel,
} from '../../../../../renderer/features/missing-documents/reason-labels.ts';
import type { TypeExpectation } from '../../../../../shared/model/dossier.ts';
import { translationsOf } from '../../../../support/page/page-translations.ts';

const t = translationsOf('missing');
const type = { type: 'B/L', seen: 18, of: 20, single: 18, isUsual: true };
const at = '2026-11-12T15:00:00.000Z';

describe('why a document is expected', () => {
  it('is how many of the latest dispatches have it', () => {
    expect(missingReason({ basis: 'learned', seen: 18, of: 20 }, t)).toBe('lo tienen 18 de los últimos 20');
    expect(missingReason({ basis: 'learned', seen: 18, of: 20 }, translationsOf('missing', 'en'))).toBe(
      '18 of the last 20 have it',
    );
  });

  it('is that a person said so, beside what there is to see', () => {
    expect(missingReason({ basis: 'decided', seen: 0, of: 0 }, t)).toBe('lo decidiste tú');
    expect(missingReason({ basis: 'decided', seen: 2, of: 20 }, t)).toBe(
      'lo decidiste tú; lo tienen 2 de los últimos 20',
    );
  });

  it('tells a confirmation from a change', () => {
    const decided = (isExpected: boolean): TypeExpectation => ({
      ...type,
      isExpected,
      basis: 'decided',
      decision: { type: 'B/L', isExpected, seen: 17, of: 20, at },
    });
    expect(expectationReason({ ...type, isExpected: true, basis: 'learned' }, t)).toBe(
      'lo tienen 18 de los últimos 20',
    );
    expect(expectationReason(decided(true), t)).toBe(
      'confirmado el 12-11-2026; lo tienen 18 de los últimos 20',
    );
    expect(expectationReason(decided(false), t)).toMatch(/^cambiado por ti el 12-11-2026;/);
  });
});

describe('what was asked', () => {
  it('is when and of whom, and when it came', () => {
    expect(requestLabel({ askedOn: '2026-11-12', askedOf: '' }, t)).toBe('solicitado 12-11-2026');
    expect(requestLabel({ askedOn: '2026-11-12', askedOf: 'Ana' }, t)).toBe('solicitado 12-11-2026 a Ana');
    expect(requestLabel({ askedOn: '2026-11-12', askedOf: 'Ana', arrived: { on: '2026-11-15' } }, t)).toBe(
      'solicitado 12-11-2026, llegó 15-11-2026',
    );
  });
});
