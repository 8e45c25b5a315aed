import i18next from 'i18next';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isKeyOld, keyAgeDays } from '../../../../renderer/features/connections/key-age.ts';
import {
  formatAmount,
  formatBytes,
  formatCount,
  formatDate,
  formatDuration,
  formatInstant,
} from '../../../../renderer/ui/format.ts';
import { fold } from '../../../../shared/without-accents.ts';

describe('an amount', () => {
  it('stands as es-CL writes it, without a currency', () => {
    expect(formatAmount(1_234_567.89)).toBe('1.234.567,89');
    expect(formatAmount(1234)).toBe('1.234');
    expect(formatAmount(0)).toBe('0');
    expect(formatAmount(-0.5)).toBe('-0,50');
  });

  it('that is unknown is never a zero', () => {
    expect(formatAmount(undefined)).toBe('—');
  });
});

describe('a date', () => {
  it('without a time of day stays on its day', () => {
    expect(formatDate('2026-10-01T00:00:00.000Z')).toBe('01-10-2026');
  });

  it('that a document writes in its own way is shown as every other', () => {
    expect(formatDate('28 de octubre de 2026')).toBe('28-10-2026');
  });

  it('that is none is shown as it came', () => {
    expect(formatDate('OCT 2026')).toBe('OCT 2026');
    expect(formatDate('')).toBe('—');
  });
});

describe('an instant', () => {
  it("stands by this computer's clock, with its year when that is another", () => {
    const now = new Date(2026, 10, 20, 12);
    expect(formatInstant(new Date(2026, 10, 20, 9, 5).toISOString(), now)).toBe('20-11 09:05');
    expect(formatInstant(new Date(2025, 10, 20, 10, 42).toISOString(), now)).toBe('20-11-2025 10:42');
    expect(formatInstant('', now)).toBe('—');
  });
});

describe('sizes and times', () => {
  it('are short', () => {
    expect(formatCount(2310)).toBe('2.310');
    expect(formatBytes(0)).toBe('0 B');
    expect(formatBytes(999)).toBe('999 B');
    expect(formatBytes(4_100_000)).toBe('4,1 MB');
    expect(formatBytes(6_000)).toBe('6,0 kB');
    expect(formatDuration(45.4)).toBe('45 s');
    expect(formatDuration(95)).toBe('2 min');
    expect(formatDuration(11_400)).toBe('3 h 10 min');
  });
});

describe('in English', () => {
  beforeAll(() => i18next.init({ lng: 'en' }));
  afterAll(() => i18next.changeLanguage('es-CL'));

  it('numbers stand as English writes them', () => {
    expect(formatAmount(1_234_567.89)).toBe('1,234,567.89');
    expect(formatAmount(-1234)).toBe('-1,234');
    expect(formatCount(2310)).toBe('2,310');
    expect(formatBytes(4_100_000)).toBe('4.1 MB');
  });
});

describe("a key's age", () => {
  const now = Date.parse('2026-11-20T10:00:00Z');

  it('is told in days, and pointed out only where the person wants it', () => {
    expect(keyAgeDays('2026-11-18T11:00:00Z', now)).toBe(1);
    expect(isKeyOld('2026-05-20T10:00:00Z', now, 180)).toBe(true);
    expect(isKeyOld('2026-05-20T10:00:00Z', now, 0)).toBe(false);
    expect(isKeyOld('2026-11-01T10:00:00Z', now, 180)).toBe(false);
  });
});

describe('plain text', () => {
  it('has no accents, case or space around it', () => {
    expect(fold('  Certificación ÑANDÚ ')).toBe('certificacion nandu');
  });
});
