import { describe, expect, test } from 'vitest';
import { createCircuitBreakers } from '../../../../../electron/api/index.ts';
import {
  OutageDetector,
  type OutageDetectorOptions,
} from '../../../../../electron/downloads/signed-links/outage-detector.ts';
import { AppError } from '../../../../../shared/errors.ts';
import type { Rut } from '../../../../../shared/model/rut.ts';
import { clientOver } from '../../../../support/agency/client.ts';
import { errorResponse, reply, type Step, scriptedOpen } from '../../../../support/agency/scripted-open.ts';
import { createFakeClock } from '../../../../support/app/fake-clock.ts';

describe('where no document has ever come', () => {
  const failed = { connectionId: 'one', dispatch: '123456' };
  const service = { kind: 'service', connectionId: 'one' } as const;
  const storage = { kind: 'storage', connectionId: 'one', host: 'storage.example' } as const;

  type Witnesses = Awaited<ReturnType<OutageDetectorOptions['store']['listLastDownloaded']>>;

  function serversOver(step: Step, witnesses: Witnesses = []) {
    const { httpGet, requests } = scriptedOpen(step);
    const client = clientOver(httpGet);
    const getApiClient = async () => client;
    const clock = createFakeClock({ startAt: 1_000 });
    const outages = new OutageDetector({
      store: { listLastDownloaded: async () => witnesses },
      links: { linkFor: () => Promise.reject(new AppError('INTERNAL_ERROR', 'made up')) },
      getApiClient,
      httpGet,
      clock,
      breakerOf: createCircuitBreakers({ getApiClient, clock }),
    });
    return { outages, requests };
  }

  test('a service is asked for its types once nobody has answered five times, and counts as there when it gives them', async () => {
    const { outages, requests } = serversOver(reply(200, { data: [] }));
    for (let times = 0; times < 5; times++)
      expect(await outages.checkServing(service, failed.dispatch)).toBe(false);
    expect(requests).toEqual([]);
    expect(await outages.checkServing(service, '2')).toBe(false);
    expect(await outages.checkServing(service, failed.dispatch)).toBe(true);
    expect(requests.map(({ url }) => url.pathname)).toEqual(['/agencia-1/v1/master/file-types']);
    expect(outages.breakerOf(service).servedAt > -1).toBe(true);
  });

  test('one that does not give its types either is away, however often', async () => {
    const { outages, requests } = serversOver(errorResponse(500, 'INTERNAL_ERROR'));
    for (let times = 0; times < 8; times++)
      expect(await outages.checkServing(service, failed.dispatch)).toBe(false);
    expect(requests.length).toBeGreaterThan(0);
    expect(outages.breakerOf(service).servedAt > -1).toBe(false);
  });

  test('one that has given links since is not known by its types before nobody has answered five times anew', async () => {
    const { outages, requests } = serversOver(reply(200, { data: [] }));
    for (let times = 0; times < 5; times++) await outages.checkServing(service, failed.dispatch);
    outages.recordServed(service);
    for (let times = 0; times < 5; times++)
      expect(await outages.checkServing(service, failed.dispatch)).toBe(false);
    expect(requests).toEqual([]);
    expect(await outages.checkServing(service, failed.dispatch)).toBe(true);
    expect(await outages.checkServing(service, failed.dispatch)).toBe(true);
  });

  test('one that fails about what came before, too, is away whatever it says of its types', async () => {
    const witness = { ...failed, dispatch: '2', documentId: 'd', rut: '76000000-0' as Rut };
    const foundBy = { kind: 'dispatch' as const, rut: witness.rut, dispatch: '2' };
    const { outages, requests } = serversOver(reply(200, { data: [] }), [{ ...witness, foundBy }]);
    for (let times = 0; times < 8; times++)
      expect(await outages.checkServing(service, failed.dispatch)).toBe(false);
    expect(requests).toEqual([]);
  });

  test('storage is not known by what the service says', async () => {
    const { outages, requests } = serversOver(reply(200, { data: [] }));
    for (let times = 0; times < 8; times++)
      expect(await outages.checkServing(storage, failed.dispatch)).toBe(false);
    expect(requests).toEqual([]);
  });
});
