import { describe, expect, it } from 'vitest';
import { byGroup, expectedRows } from '../../../../../renderer/features/missing-documents/expected-rows.ts';
import {
  onlyResponsible,
  owesLabel,
  recipient,
} from '../../../../../renderer/features/missing-documents/request-text.ts';
import type { GroupExpectations, TypeExpectation } from '../../../../../shared/model/dossier.ts';
import type { Rut } from '../../../../../shared/model/rut.ts';
import { translationsOf } from '../../../../support/page/page-translations.ts';
import { acme } from '../../../../support/page/sample-client.ts';

const t = translationsOf('missing');
const dossier = translationsOf('dossier');
const clients = [{ rut: acme, name: 'ACME', email: '', folder: '' }];

function type(name: string, seen: number, isExpected: boolean): TypeExpectation {
  return { type: name, seen, of: 20, single: seen, isUsual: isExpected, isExpected, basis: 'learned' };
}

function group(via: string, of: number, types: TypeExpectation[]): GroupExpectations {
  return {
    group: { connectionId: 'c', rut: acme, tramite: 'IMPORTACION', via },
    dispatches: 22,
    partial: 1,
    of,
    minimum: 5,
    types,
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

describe('of whom documents are asked', () => {
  it('is the one who owes them all', () => {
    expect(onlyResponsible([{ responsible: 'NAVIERA' }, { responsible: 'NAVIERA' }])).toBe('NAVIERA');
    expect(onlyResponsible([{ responsible: 'NAVIERA' }, { responsible: 'CLIENTE' }])).toBe('');
    expect(onlyResponsible([])).toBe('');
  });

  it('is the client by name, else who answers for them', () => {
    const of = (responsible: string, client?: Rut, book = clients, agency = '') =>
      recipient({ responsible, isOwn: false, ...(client && { client }) }, book, dossier, agency);
    expect(of('CLIENTE', acme)).toBe('ACME');
    expect(of('CLIENTE', acme, [])).toBe('76.086.428-5');
    expect(of('NAVIERA')).toBe('Naviera');
    expect(of('')).toBe('Sin responsable conocido');
    expect(of('AGENCIA', undefined, clients, 'Pérez')).toBe('Agencia · Pérez');
  });

  it('is “nosotros” where the own office owes them: the agency at an agency, the client at an importer', () => {
    expect(recipient({ responsible: 'AGENCIA', isOwn: true }, clients, dossier)).toBe('Nosotros');
    expect(recipient({ responsible: 'CLIENTE', isOwn: true, client: acme }, clients, dossier)).toBe(
      'Nosotros',
    );
    expect(owesLabel('AGENCIA', 'agency', t)).toBe('lo ponemos nosotros');
    expect(owesLabel('AGENCIA', 'company', t)).toBe('responsable: Agencia');
    expect(owesLabel('', 'agency', t)).toBe('');
  });
});
