import { describe, expect, it } from 'vitest';
import { checkDigit } from '../../../../shared/model/rut.ts';
import {
  findCases,
  type PracticeData,
  type PracticeOptions,
  startPractice,
  supportOf,
} from '../../../support/agency/practice-agency.ts';

async function dataOf(options: PracticeOptions = {}): Promise<PracticeData> {
  const practice = await startPractice({ today: '2026-11-20', ...options });
  await practice.close();
  return practice.data;
}

/** All of an agency's data as text. */
function summarize(data: PracticeData): string {
  const documents = [...data.documents()].map(({ client, dispatch, ...own }) => [
    client.rut,
    dispatch?.number,
    own,
  ]);
  const dispatches = data.dispatches.map(({ client, documents: _documents, charges, ...own }) => [
    client.rut,
    own,
    charges.map(({ provider, ...charge }) => [provider.rut, charge]),
  ]);
  return JSON.stringify([data.clients, data.types, dispatches, documents]);
}

describe('made-up data', () => {
  it('is the same for the same seed and day, and another for another seed or day', async () => {
    const [one, same, seed, day] = [
      await dataOf({ documents: 500 }),
      await dataOf({ documents: 500 }),
      await dataOf({ documents: 500, seed: 2 }),
      await dataOf({ documents: 500, today: '2026-11-21' }),
    ].map(summarize);
    expect(same).toBe(one);
    expect(seed).not.toBe(one);
    expect(day).not.toBe(one);
  });

  it('does not depend on the hour of the day', async () => {
    const at = async (time: string) =>
      summarize(
        await startPractice({ documents: 200, clock: { now: () => Date.parse(time) } }).then(
          async (practice) => {
            await practice.close();
            return practice.data;
          },
        ),
      );
    expect(await at('2026-11-20T12:00:00Z')).toBe(await at('2026-11-21T02:59:00Z'));
    expect(await at('2026-11-20T12:00:00Z')).not.toBe(await at('2026-11-21T03:00:00Z'));
  });

  it.each([0, 1, 7, 300, 999, 2500, 10_000])(
    'holds exactly the %d documents asked for',
    async (documents) => {
      const data = await dataOf({ documents });
      expect([...data.documents()].length).toBe(documents);
      const allDocuments = data.dispatches.flatMap((dispatch) => dispatch.documents);
      expect(allDocuments.every((document) => data.document(document.id) === document)).toBe(true);
      expect(allDocuments.length + findCases(data).withoutDispatch.length).toBe(documents);
    },
  );

  it('has about 250 dispatches by default', async () => {
    const data = await dataOf();
    expect([...data.documents()].length).toBe(2500);
    expect(data.dispatches.length).toBeGreaterThan(220);
    expect(data.dispatches.length).toBeLessThan(280);
  });

  it('covers the last two years and nothing later', async () => {
    const data = await dataOf();
    const today = Date.parse('2026-11-20T03:00:00.000Z');
    const opened = data.dispatches.map(({ openedAt }) => openedAt);
    expect(Math.min(...opened)).toBeGreaterThanOrEqual(Date.parse('2024-11-19T00:00:00Z'));
    expect(Math.min(...opened)).toBeLessThan(Date.parse('2024-12-20T00:00:00Z'));
    expect(Math.max(...opened)).toBeGreaterThan(Date.parse('2026-11-01T00:00:00Z'));
    expect(Math.max(...opened, ...[...data.documents()].map(({ filedAt }) => filedAt))).toBeLessThan(today);
  });

  it.each([1, 2, 'tres'])(
    'has clients with valid RUTs, one that ends in K, none reserved: seed %s',
    async (seed) => {
      const data = await dataOf({ documents: 100, seed });
      const ruts = data.clients.map(({ rut }) => rut);
      for (const rut of ruts) {
        const [body = '', digit] = rut.split('-');
        expect(checkDigit(body)).toBe(digit);
      }
      expect(new Set(ruts).size).toBe(9);
      expect(ruts).not.toContain('60805000-0');
      expect(ruts.some((rut) => rut.endsWith('K'))).toBe(true);
      expect(data.clients.filter(({ isActive }) => !isActive)).toHaveLength(1);
    },
  );

  it('has dispatch numbers and document ids once each', async () => {
    const data = await dataOf({ documents: 5000 });
    expect(new Set(data.dispatches.map(({ number }) => number)).size).toBe(data.dispatches.length);
    expect(new Set([...data.documents()].map(({ id }) => id)).size).toBe(5000);
  });

  it('has imports, exports and amendments, by sea, air and road', async () => {
    const data = await dataOf();
    expect(new Set(data.dispatches.map(({ recordType }) => recordType))).toEqual(
      new Set(['din', 'dus', 'smda']),
    );
    expect(new Set(data.dispatches.map(({ way }) => way)).size).toBe(3);
  });

  it('shares the clients of the second agency with the main one, and no document', async () => {
    const practice = await startPractice({ documents: 1000, today: '2026-11-20' });
    await practice.close();
    const [main, second] = [practice.data, practice.secondData()];
    const active = (data: PracticeData) =>
      data.clients.filter(({ isActive }) => isActive).map(({ rut }) => rut);
    expect(active(second)).toHaveLength(3);
    expect(active(main)).toEqual(expect.arrayContaining(active(second)));
    expect([...second.documents()].some(({ id }) => main.document(id) !== undefined)).toBe(false);
  });
});

describe('odd cases', () => {
  it.each([1, 2, 3, 'cuatro'])('are all there by default: seed %s', async (seed) => {
    const { byFileKind, ...cases } = findCases(await dataOf({ seed }));
    for (const [name, found] of Object.entries({ ...cases, ...byFileKind }))
      expect(found.length, name).toBeGreaterThan(0);
  });

  it('charge one folio of one issuer in two dispatches of one client, for the same amount', async () => {
    for (const [one, other] of findCases(await dataOf()).chargedTwice) {
      expect(one.dispatch).not.toBe(other.dispatch);
      expect(one.client).toBe(other.client);
      expect(one.amounts).toEqual(other.amounts);
    }
  });

  it('leave most charges with a document of the same folio and issuer', async () => {
    const data = await dataOf();
    const charges = data.dispatches.flatMap((dispatch) =>
      dispatch.charges.map((charge) => supportOf(dispatch, charge)),
    );
    const supported = charges.filter((document) => document !== undefined).length;
    expect(supported / charges.length).toBeGreaterThan(0.6);
    expect(supported / charges.length).toBeLessThan(0.95);
  });
});

describe('what is expected of a dispatch', () => {
  it('can be learned: in every 20 alike dispatches, a usual document is missing from 2', async () => {
    const data = await dataOf({ documents: 6000, clients: 2 });
    const [client] = data.clients;
    const alike = data.dispatches.filter(
      (dispatch) =>
        dispatch.client === client &&
        dispatch.tipoTramite === 'IMPORTACION NORMAL' &&
        dispatch.way === 'MARITIMA, FLUVIAL Y LACUSTRE' &&
        dispatch.status.isCompleted &&
        dispatch.documents.length > 0 &&
        dispatch.documents.length < 100,
    );
    const share = (type: string) =>
      alike.filter(({ documents }) => documents.some((document) => document.type === type)).length /
      alike.length;
    expect(alike.length).toBeGreaterThan(60);
    for (const type of [
      'LISTA DE EMPAQUE / PACKING LIST',
      'CERTIFICADO DE ORIGEN',
      'COMPROBANTE DE PAGO (TGR F-09 / F-15)',
      'NOTA DE COBRO',
    ]) {
      expect(share(type), type).toBeGreaterThan(0.84);
      expect(share(type), type).toBeLessThan(0.95);
    }
    expect(share('CONOCIMIENTO DE EMBARQUE (B/L)')).toBeGreaterThan(0.97);
    expect(share('CERTIFICADO DE SEGURO')).toBeLessThan(0.45);
  });
});
