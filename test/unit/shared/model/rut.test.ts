import { describe, expect, it } from 'vitest';
import { asRut, checkDigit, formatRut, parseRut } from '../../../../shared/model/rut.ts';
import { rutSchema } from '../../../../shared/model/value-schemas.ts';
import { sameRut } from '../../../support/agency/practice/same-rut.ts';

describe('a RUT', () => {
  it.each([
    '12.345.678-5',
    '9.068.826-K',
    '18.972.631-7',
    '96.591.760-8',
    '76.501.137-K',
    '60.805.000-0',
    '76.086.428-5',
  ])('%s is right, in every accepted form, and is written the same way again', (text) => {
    const undotted = text.replaceAll('.', '');
    const forms = [text, undotted, undotted.replace('-', ''), text.replace('-', ''), text.toLowerCase()];
    for (const form of forms) {
      const parsed = parseRut(form);
      expect(parsed).toMatchObject({ form: 'right', rut: undotted, digitIsRight: true });
      if (parsed.form === 'right') expect(formatRut(parsed.rut)).toBe(text);
    }
  });

  it.each([
    ['12.345.678-9', '5'],
    ['76.501.137-9', 'K'],
    ['96.591.760-K', '8'],
  ])('%s has a wrong digit and %s is named as the right one', (text, expected) => {
    expect(parseRut(text)).toMatchObject({ form: 'right', digitIsRight: false, expected });
  });

  it.each([
    '012.345.678-5',
    '12,345,678-5',
    '12.345678-5',
    '1e2',
    '',
    '-5',
    '5',
    '12.345.678-',
    '12.345.678-L',
    '1.234.567.890-1',
    '12345678901',
    '12.345.678-55',
    'x12.345.678-5',
    '12.345.678-5x',
    '12.345.67-5',
    '0-0',
    '１２a',
  ])('%j does not have the form of a RUT', (text) => {
    expect(parseRut(text)).toEqual({ form: 'wrong' });
  });

  it('takes a body of nine digits without dots, as the service does', () => {
    expect(parseRut('123456789-2')).toMatchObject({ form: 'right', rut: '123456789-2' });
  });

  it('has 0 for a sum that leaves eleven and K for one that leaves ten', () => {
    expect([checkDigit('60805000'), checkDigit('9068826')]).toEqual(['0', 'K']);
  });

  it.each([
    ['12.345.678-5', '12345678-5', true],
    ['0012345678-5', '12.345.678-5', true],
    ['9.068.826-k', '9068826K', true],
    ['12.345.678-5', '9.068.826-K', false],
    ['', '', false],
    ['none', 'none', false],
  ])('%j and %j compared gives %s', (left, right, same) => {
    expect(sameRut(left, right)).toBe(same);
  });

  it('has its dots as text, and any other text stays', () => {
    expect(asRut('96591760-8')).toBe('96.591.760-8');
    expect(asRut('FOREIGN-123')).toBe('FOREIGN-123');
  });

  it.each(['12.345.678-5', '12345678-k', '012345678-5', ''])('%j is not in the form that is kept', (text) => {
    expect(rutSchema.safeParse(text).success).toBe(false);
  });
});
