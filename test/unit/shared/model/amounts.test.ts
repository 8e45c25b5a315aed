import { describe, expect, it } from 'vitest';
import { formatAmount, parseAmount, sumAmounts } from '../../../../shared/model/amounts.ts';

describe('an amount', () => {
  it.each([
    [1234567.89, '1.234.567,89', '1,234,567.89'],
    [1234, '1.234', '1,234'],
    [12.5, '12,50', '12.50'],
    [0, '0', '0'],
    [-0, '0', '0'],
    [-1234.5, '-1.234,50', '-1,234.50'],
    [-0.001, '0,00', '0.00'],
    [0.1 + 0.2, '0,30', '0.30'],
  ])('%d reads %s in Chile and %s in English', (amount, chile, english) => {
    expect(formatAmount(amount, 'es-CL')).toBe(chile);
    expect(formatAmount(amount, 'en')).toBe(english);
  });

  it.each([
    ['$ 1.234.567', 1_234_567],
    ['1,234,567', 1_234_567],
    ['1.234,5', 1234.5],
    ['1,234.50', 1234.5],
    ['1.234', 1234],
    ['-12', -12],
    ['(12)', -12],
    ['12-A', undefined],
    ['', undefined],
  ])('is read from %s as %s', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  it('that is missing stays missing', () => {
    expect(formatAmount(undefined, 'es-CL')).toBe('');
    expect(formatAmount(Number.NaN, 'es-CL')).toBe('');
  });

  it('never gets a currency', () => {
    expect(formatAmount(1234.5, 'es-CL')).toMatch(/^[\d.,]+$/);
    expect(formatAmount(1234.5, 'en')).toMatch(/^[\d.,]+$/);
  });

  it('that is unknown is counted beside the sum and is not in it', () => {
    expect(sumAmounts([100, undefined, 0, 50.5, undefined])).toEqual({ sum: 150.5, known: 3, unknown: 2 });
  });

  it('has a sum without binary errors', () => {
    expect(sumAmounts([0.1, 0.2])).toEqual({ sum: 0.3, known: 2, unknown: 0 });
    expect(sumAmounts([0.1, 0.2, -0.3]).sum).toBe(0);
  });

  it('of fifteen digits keeps its cents in a sum', () => {
    const large = 123_456_789_012_345;
    expect(sumAmounts([large, large, 0.25]).sum).toBe(246_913_578_024_690.25);
    expect(sumAmounts([large, -large, -500_000.5]).sum).toBe(-500_000.5);
  });

  it('loses nothing where a thousand with cents make more than a number holds to the cent', () => {
    const large = 9_999_999_999_999.99;
    expect(sumAmounts(Array.from({ length: 1000 }, () => large)).sum).toBe(9_999_999_999_999_990);
    expect(sumAmounts([1e16, 0.25, 0.25, -1e16]).sum).toBe(0.5);
  });
});
