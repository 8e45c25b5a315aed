import { describe, expect, test } from 'vitest';
import { createServing } from '../../electron/downloads/serving.ts';
import { CarpetaError } from '../../shared/errors.ts';
import { clientOver } from '../support/client.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { answer, refusal, type Step, scriptedOpen } from '../support/scripted-open.ts';

describe('where no document has ever come', () => {
  const failed = { connectionId: 'one', dispatch: '123456' };

  function servingOver(step: Step) {
    const { open, requests } = scriptedOpen(step);
    const service = clientOver(open);
    const serving = createServing({
      store: { ledgerLastDone: async () => [] },
      links: {
        linkFor: () => Promise.reject(new CarpetaError('INTERNAL_ERROR', 'made up')),
        refuse: () => undefined,
        askAnew: () => undefined,
        close: () => undefined,
      },
      ...{ serviceOf: async () => service, open, clock: createFakeClock({ startAt: 1_000 }) },
    });
    return { serving, requests };
  }

  test('a service is asked for its types once nobody has answered five times, and counts as there when it gives them', async () => {
    const { serving, requests } = servingOver(answer(200, { data: [] }));
    for (let times = 0; times < 5; times++) expect(await serving.prove('service', failed)).toBe(false);
    expect(requests).toEqual([]);
    expect(await serving.prove('service', { ...failed, dispatch: '2' })).toBe(false);
    expect(await serving.prove('service', failed)).toBe(true);
    expect(requests.map(({ url }) => url.pathname)).toEqual(['/agencia-1/v1/master/file-types']);
    expect(serving.hasSince('service', 'one', -1)).toBe(true);
  });

  test('one that does not give its types either is away, however often', async () => {
    const { serving, requests } = servingOver(refusal(500, 'INTERNAL_ERROR'));
    for (let times = 0; times < 8; times++) expect(await serving.prove('service', failed)).toBe(false);
    expect(requests.length).toBeGreaterThan(0);
    expect(serving.hasSince('service', 'one', -1)).toBe(false);
  });

  test('storage is not known by what the service says', async () => {
    const { serving, requests } = servingOver(answer(200, { data: [] }));
    for (let times = 0; times < 8; times++) expect(await serving.prove('storage', failed)).toBe(false);
    expect(requests).toEqual([]);
  });
});
