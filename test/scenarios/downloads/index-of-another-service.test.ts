import { describe, expect, test } from 'vitest';
import { createFolderIndex, type IndexedFile, type Machine } from '../../../electron/downloads/index.ts';
import { systemClock } from '../../../electron/platform/terminal/index.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

const machine: Machine = { computer: 'oficina', user: 'ana', processId: 7, isAlive: () => false };
const file: Omit<IndexedFile, 'connectionId'> = {
  rut: '',
  dispatch: '410905',
  documentId: 'a1',
  number: '1',
  type: 'DIN',
  folio: '55',
  path: '410905/DIN_55.pdf',
  size: '3',
  sha256: 'a'.repeat(64),
  at: '2026-03-02T12:00:00.000Z',
};

interface Service {
  baseUrl: string;
  agency?: string;
  movedFrom?: string;
  isPractice?: boolean;
}

/** The connection that a second computer finds a file to be of, which a first one wrote into the index. */
async function recognised(first: Service, second: readonly Service[]): Promise<string | undefined> {
  const folder = temporaryFolder('other-service');
  const indexOf = (services: readonly Service[]) =>
    createFolderIndex({
      clock: systemClock,
      uuid: () => crypto.randomUUID(),
      machine,
      connections: () =>
        services.map((one) => ({ agency: 'ag', isPractice: false, ...one, id: `at ${one.baseUrl}` })),
    });
  await indexOf([first]).merge(folder, [{ ...file, connectionId: `at ${first.baseUrl}` }]);
  const [found] = await indexOf(second).read(folder);
  return found?.connectionId;
}

describe('a file that an index names', () => {
  const real = { baseUrl: 'https://api.example.cl' };
  const tests = { baseUrl: 'https://pruebas.example.cl' };

  test('is of the connection to the same service of the same agency', async () => {
    expect(await recognised(tests, [real, tests])).toBe('at https://pruebas.example.cl');
    expect(await recognised(tests, [{ ...tests, agency: 'another' }])).toBe('');
  });

  test('is of no connection where the agency is known at another host or port alone', async () => {
    expect(await recognised(tests, [real])).toBe('');
    expect(
      await recognised({ baseUrl: 'http://127.0.0.1:4001' }, [{ baseUrl: 'http://127.0.0.1:4002' }]),
    ).toBe('');
    expect(await recognised(tests, [{ baseUrl: 'http://127.0.0.1:4002', isPractice: true }])).toBe('');
  });

  test('is of the agency that a person says to have moved from there', async () => {
    const moved = { ...real, movedFrom: 'https://pruebas.example.cl/v2' };
    expect(await recognised(tests, [moved])).toBe('at https://api.example.cl');
    expect(await recognised(tests, [moved, tests])).toBe('at https://pruebas.example.cl');
    expect(await recognised(real, [{ ...tests, movedFrom: '' }])).toBe('');
  });

  test('is practice’s from one start to the next, at whatever port', async () => {
    const targetAt = (port: number) => ({ baseUrl: `http://127.0.0.1:${port}`, isPractice: true });
    expect(await recognised(targetAt(4001), [targetAt(4002)])).toBe('at http://127.0.0.1:4002');
  });
});
