import { describe, expect, it } from 'vitest';
import { typeNames } from '../../../../../renderer/features/search/type-names.ts';

const type = (name: string) => ({ id: name, name, operation: 'IMP', responsible: '', item: {} });

describe('the types to choose from', () => {
  it('stand by the alphabet, each once, the chosen ones first', () => {
    const catalogue = [type('NOTA DE COBRO'), type('DIN'), type('DIN'), type(''), type('FACTURA')];
    expect(typeNames(catalogue, ['NOTA DE COBRO'], '')).toEqual(['NOTA DE COBRO', 'DIN', 'FACTURA']);
  });

  it('keep what was typed by hand although the catalogue lacks it', () => {
    expect(typeNames([type('DIN')], ['TIPO ANTIGUO'], 'din')).toEqual(['TIPO ANTIGUO', 'DIN']);
  });

  it('are found by their plural, their short form and their English name', () => {
    const catalogue = [type('FACTURA'), type('CONOCIMIENTO DE EMBARQUE (B/L)'), type('DIN')];
    expect(typeNames(catalogue, [], 'facturas')).toEqual(['FACTURA']);
    expect(typeNames(catalogue, [], 'invoice')).toEqual(['FACTURA']);
    expect(typeNames(catalogue, [], 'bl')).toEqual(['CONOCIMIENTO DE EMBARQUE (B/L)']);
  });

  it('are found without accents and case', () => {
    expect(typeNames([type('CERTIFICACIÓN'), type('DIN')], [], 'certificacion')).toEqual(['CERTIFICACIÓN']);
  });
});
