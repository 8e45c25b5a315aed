import { describe, expect, it } from 'vitest';
import { onlyResponsible, recipient } from '../../../renderer/features/missing/asking.ts';
import { byGroup, expectedRows } from '../../../renderer/features/missing/expected-rows.ts';
import type { GroupExpectations, TypeExpectation } from '../../../shared/model/carpeta.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { acme } from '../support/acme.ts';
import { wordsOf } from '../support/page-words.ts';

const t = wordsOf('missing');
const clients = [{ rut: acme, name: 'ACME', email: '', folder: '' }];

function type(name: string, seen: number, isExpected: boolean): TypeExpectation {
  return { type: name, seen, of: 20, single: seen, isUsual: isExpected, isExpected, basis: 'learned' };
}

function group(via: string, of: number, types: TypeExpectation[]): GroupExpectations {
  return {
    group: { connectionId: 'c', rut: acme, tramite: 'IMPORTACION', via },
    ...{ dispatches: 22, partial: 1, of, minimum: 5, types },
  };
}

describe('what is expected, line by line', () => {
  const sea = group('MARITIMA', 20, [type('SEGURO', 1, false), type('DIN', 18, true), type('B/L', 20, true)]);
  const air = group('', 3, [type('AWB', 3, false)]);

  it('stands under whose dispatches it is of, the commonest first', () => {
    const { rows, groups } = expectedRows([sea, air, group('TERRESTRE', 0, [])], clients, t);
    expect(groups.map(({ label, rows: count }) => [label, count])).toEqual([
      ['ACME · IMPORTACION · MARITIMA', 3],
      ['ACME · 3 completos; aprende desde 5 · IMPORTACION', 1],
    ]);
    expect(rows.map((row) => row.type)).toEqual(['B/L', 'DIN', 'SEGURO', 'AWB']);
  });

  it('tells clients of the same name apart by their RUT', () => {
    const namesakeRut = '9068826-K' as Rut;
    const namesake = { ...sea, group: { ...sea.group, rut: namesakeRut } };
    const both = [...clients, { rut: namesakeRut, name: 'ACME', email: '', folder: '' }];
    expect(expectedRows([sea, namesake], both, t).groups.map(({ label }) => label)).toEqual([
      'ACME · 76.086.428-5 · IMPORTACION · MARITIMA',
      'ACME · 9.068.826-K · IMPORTACION · MARITIMA',
    ]);
  });

  it('is decided by group', () => {
    const { rows } = expectedRows([sea, air], clients, t);
    expect(byGroup(rows).map(({ group: { via }, types }) => [via, types])).toEqual([
      ['MARITIMA', ['B/L', 'DIN', 'SEGURO']],
      ['', ['AWB']],
    ]);
  });
});

describe('of whom papers are asked', () => {
  it('is the one who owes them all', () => {
    expect(onlyResponsible([{ responsible: 'NAVIERA' }, { responsible: 'NAVIERA' }])).toBe('NAVIERA');
    expect(onlyResponsible([{ responsible: 'NAVIERA' }, { responsible: 'CLIENTE' }])).toBe('');
    expect(onlyResponsible([])).toBe('');
  });

  it('is the client by name, else who answers for them', () => {
    expect(recipient({ responsible: 'CLIENTE', client: acme }, clients, 'nadie')).toBe('ACME');
    expect(recipient({ responsible: 'CLIENTE', client: acme }, [], 'nadie')).toBe('76.086.428-5');
    expect(recipient({ responsible: 'NAVIERA' }, clients, 'nadie')).toBe('NAVIERA');
    expect(recipient({ responsible: '' }, clients, 'nadie')).toBe('nadie');
    expect(recipient({ responsible: 'AGENCIA' }, clients, 'nadie', 'Pérez')).toBe('AGENCIA · Pérez');
  });
});
