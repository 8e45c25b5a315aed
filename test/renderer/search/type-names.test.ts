import { describe, expect, it } from 'vitest';
import { typeNames } from '../../../renderer/features/search/type-names.ts';

const type = (name: string) => ({ id: name, name, operation: 'IMP', responsible: '', item: {} });

describe('the types to choose from', () => {
  it('stand by the alphabet, each once, the chosen ones first', () => {
    const catalogue = [type('NOTA DE COBRO'), type('DIN'), type('DIN'), type(''), type('FACTURA')];
    expect(typeNames(catalogue, ['NOTA DE COBRO'], '')).toEqual(['NOTA DE COBRO', 'DIN', 'FACTURA']);
  });

  it('keep what was typed by hand although the catalogue lacks it', () => {
    expect(typeNames([type('DIN')], ['TIPO ANTIGUO'], 'din')).toEqual(['TIPO ANTIGUO', 'DIN']);
  });

  it('are found without accents and case', () => {
    expect(typeNames([type('CERTIFICACIÓN'), type('DIN')], [], 'certificacion')).toEqual(['CERTIFICACIÓN']);
  });
});
