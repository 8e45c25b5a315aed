import { afterEach, describe, expect, it } from 'vitest';
import { createPreferences } from '../../../../electron/platform/terminal/index.ts';
import { Updates, type UpdatesContext } from '../../../../electron/updates/updates.ts';
import { toErrorData } from '../../../../shared/errors.ts';
import type { UpdateState } from '../../../../shared/model/updates.ts';
import { errorOf } from '../../../support/agency/client.ts';
import {
  broken,
  failure,
  reply,
  type ScriptedOpen,
  type Step,
  scriptedOpen,
  silence,
  stalling,
} from '../../../support/agency/scripted-open.ts';
import { createFakeClock } from '../../../support/app/fake-clock.ts';
import { memoryPreferences } from '../../../support/app/preferences.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';

const address = 'https://descargas.example/carpeta.json?canal=planted';
const page = 'https://descargas.example/carpeta/';
const release = (version: string) => reply(200, { version, page });
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const open = new Set<Updates>();
afterEach(async () => {
  for (const one of open) await one.close();
  open.clear();
});

/** The module over a network that answers by script; `settings.address` may be changed. */
function startUpdates(step: Step | ScriptedOpen = release('1.1.0'), overrides: Partial<UpdatesContext> = {}) {
  const network = typeof step === 'function' ? scriptedOpen(step) : step;
  const clock = createFakeClock();
  const preferences = memoryPreferences();
  const settings = { address };
  const states: UpdateState[] = [];
  const problems: unknown[] = [];
  const pages: string[] = [];
  const context: UpdatesContext = {
    httpGet: network.httpGet,
    clock,
    preferences,
    version: '1.0.0',
    address: () => settings.address,
    openPage: async (shown) => void pages.push(shown),
    onChanged: (state) => states.push(state),
    onError: (error) => problems.push(toErrorData(error)),
    ...overrides,
  };
  function start(): Updates {
    const updates = new Updates(context);
    open.add(updates);
    updates.begin();
    return updates;
  }
  return { ...network, clock, preferences, settings, states, problems, pages, start };
}

describe('newer versions', () => {
  it('are asked for a minute after the start and then once a day', async () => {
    const { start, clock, requests } = startUpdates();
    const updates = start();
    await clock.advance(minute - 1);
    expect([requests.length, updates.state()]).toEqual([0, { kind: 'unasked' }]);
    await clock.advance(1);
    expect(requests.length).toBe(1);
    await clock.advance(day - 1);
    expect(requests.length).toBe(1);
    await clock.advance(hour);
    expect(requests.length).toBe(2);
    await clock.advance(10 * day);
    expect(requests.length).toBe(12);
  });

  it('are told with their version and the host of their page', async () => {
    const { start, clock, states } = startUpdates();
    const updates = start();
    await clock.advance(minute);
    const newer = {
      kind: 'newer',
      version: '1.1.0',
      host: 'descargas.example',
      isDismissed: false,
      at: new Date(clock.now()).toISOString(),
    };
    expect([updates.state(), states]).toEqual([newer, [newer]]);
  });

  it('are asked of nobody while no address is set', async () => {
    const { start, clock, settings, requests } = startUpdates();
    settings.address = '';
    const updates = start();
    await clock.advance(3 * day);
    expect([requests.length, updates.state()]).toEqual([0, { kind: 'off' }]);
  });

  it('are not told of an address that was changed while it was asked', async () => {
    const { start, clock, settings, requests } = startUpdates(
      scriptedOpen(async (request) => {
        await clock.sleep(1_000);
        return release('3.0.0')(request);
      }, failure('NO_NETWORK')),
    );
    const updates = start();
    await clock.advance(minute);
    settings.address = 'https://otra.example/';
    await clock.advance(1_000);
    expect([requests.length, updates.state()]).toEqual([1, { kind: 'unasked' }]);
    await clock.advance(hour);
    expect(requests.length).toBe(2);
    expect(updates.state()).toMatchObject({ kind: 'failed', code: 'NO_NETWORK' });
  });

  it('are asked for without anything that tells who asks', async () => {
    const { start, clock, requests } = startUpdates();
    start();
    await clock.advance(minute);
    expect(requests.map(({ url, headers }) => [url.href, headers])).toEqual([
      [address, { accept: 'application/json', 'accept-encoding': 'identity', 'cache-control': 'no-store' }],
    ]);
  });
});

describe('one request a day', () => {
  it('is one across restarts, and what was told is still known', async () => {
    const { start, clock, requests } = startUpdates();
    const first = start();
    await clock.advance(minute);
    await first.close();
    await clock.advance(2 * hour);
    const second = start();
    expect(second.state()).toMatchObject({ kind: 'newer', version: '1.1.0' });
    await clock.advance(21 * hour);
    expect(requests.length).toBe(1);
    await clock.advance(2 * hour);
    expect(requests.length).toBe(2);
  });

  it('is one for two processes on one file of preferences', async () => {
    const folder = temporaryFolder();
    const clock = createFakeClock();
    const network = scriptedOpen(release('1.1.0'));
    const apps = [1, 2].map(() =>
      startUpdates(network, { clock, preferences: createPreferences(folder) }).start(),
    );
    await clock.advance(minute);
    expect(network.requests.length).toBe(1);
    expect(apps.map((fixture) => fixture.state().kind)).toEqual(['newer', 'newer']);
    await clock.advance(day);
    expect(network.requests.length).toBe(2);
  });

  it('is one though it failed, and that is told to the log alone', async () => {
    const { start, clock, requests, problems } = startUpdates(failure('NO_NETWORK'));
    const updates = start();
    await clock.advance(day);
    expect([requests.length, problems]).toEqual([1, [expect.objectContaining({ code: 'NO_NETWORK' })]]);
    expect(updates.state()).toMatchObject({ kind: 'failed', code: 'NO_NETWORK' });
    await clock.advance(hour);
    expect(requests.length).toBe(2);
  });

  it('is one though the app was closed before the answer', async () => {
    const { start, clock, requests, problems } = startUpdates(silence());
    const first = start();
    await clock.advance(minute);
    await first.close();
    const second = start();
    await clock.advance(hour);
    expect([requests.length, problems, second.state()]).toEqual([1, [], { kind: 'unasked' }]);
  });

  it('is neither stopped nor doubled by a clock that is set back a year', async () => {
    const { start, clock, requests } = startUpdates();
    start();
    await clock.advance(minute);
    clock.setWallClock(clock.now() - 365 * day);
    await clock.advance(day - hour);
    expect(requests.length).toBe(1);
    await clock.advance(2 * hour);
    expect(requests.length).toBe(2);
    await clock.advance(10 * day);
    expect(requests.length).toBe(12);
  });

  it('is none where it cannot be noted', async () => {
    const preferences = {
      get: () => undefined,
      change: () => {
        throw Object.assign(new Error('full'), { name: 'AnError' });
      },
    };
    const { start, clock, requests, problems } = startUpdates(release('1.1.0'), { preferences });
    start();
    await clock.advance(2 * hour);
    expect(requests.length).toBe(0);
    expect(problems).toEqual([
      expect.objectContaining({ code: 'UNEXPECTED' }),
      expect.objectContaining({ code: 'UNEXPECTED' }),
    ]);
  });
});

describe('an answer that cannot be used', () => {
  const unreadable = 'RESPONSE_UNREADABLE';
  const huge = JSON.stringify({ version: '9.0.0', page, more: 'x'.repeat(64 * 1024) });
  it.each<[string, string, Step]>([
    ['HTML', unreadable, reply(200, '<!doctype html><title>Inicia sesión</title>')],
    ['nothing', unreadable, reply(200, '')],
    ['wrong types', unreadable, reply(200, { version: 9, page: [page] })],
    [
      'a page of another host',
      unreadable,
      reply(200, { version: '9.0.0', page: 'https://otra.example/?key=planted' }),
    ],
    ['a page that is a script', unreadable, reply(200, { version: '9.0.0', page: 'javascript:alert(1)' })],
    ['no version', unreadable, reply(200, { version: 'latest', page })],
    ['a release that is not there', unreadable, reply(404, { version: '9.0.0', page })],
    ['a broken server', unreadable, reply(500, { version: '9.0.0', page })],
    ['far too much', 'RESPONSE_TOO_LARGE', reply(200, huge)],
    ['a redirect', 'REDIRECTED', reply(302, '', { location: 'https://otra.example/?key=planted' })],
    ['half a body', 'NO_NETWORK', broken(200, '{"version":"9.0.0",')],
    ['a body that never ends', 'TIMED_OUT', stalling(200, '{"version":"9.0.0",')],
    ['silence', 'TIMED_OUT', silence()],
  ])('as %s is told to the log by its code %s, and is no newer version', async (_, code, step) => {
    const { start, clock, problems, states } = startUpdates(step);
    const updates = start();
    await clock.advance(2 * minute);
    expect(problems).toEqual([expect.objectContaining({ code })]);
    expect(JSON.stringify(problems)).not.toContain('planted');
    expect([updates.state(), states.length]).toEqual([expect.objectContaining({ kind: 'failed', code }), 1]);
  });

  it('takes away nothing that was known before', async () => {
    const { start, clock } = startUpdates(scriptedOpen(release('1.1.0'), failure('NO_NETWORK')));
    const updates = start();
    await clock.advance(day + hour);
    expect(updates.state()).toMatchObject({ kind: 'newer', version: '1.1.0' });
  });

  it.each(['0.9.9', '1.0.0-rc.1'])(
    'because %s is older than this version is told to the log',
    async (older) => {
      const { start, clock, problems } = startUpdates(release(older));
      const updates = start();
      await clock.advance(minute);
      expect(problems).toMatchObject([
        { code: unreadable, values: { host: 'descargas.example', reason: 'older' } },
      ]);
      expect(updates.state()).toMatchObject({ kind: 'current' });
      expect((await errorOf(updates.openPage(older))).code).toBe('INPUT_INVALID');
    },
  );
});

describe('a newer version that is told', () => {
  async function states(overrides: Partial<UpdatesContext> = {}) {
    const made = startUpdates(scriptedOpen(release('1.1.0'), release('1.2.0')), overrides);
    const updates = made.start();
    await made.clock.advance(minute);
    return { ...made, updates };
  }

  it('opens its page, and no other version does', async () => {
    const { updates, pages } = await states();
    await updates.openPage('1.1.0');
    expect((await errorOf(updates.openPage('1.2.0'))).code).toBe('INPUT_INVALID');
    expect(pages).toEqual([page]);
  });

  it('is dismissed for good, and the next one is told again', async () => {
    const { updates, clock, start } = await states();
    expect(updates.dismiss('9.9.9')).toMatchObject({ version: '1.1.0', isDismissed: false });
    expect(updates.dismiss('1.1.0')).toMatchObject({ version: '1.1.0', isDismissed: true });
    expect(start().state()).toMatchObject({ isDismissed: true });
    await clock.advance(day + hour);
    expect(updates.state()).toMatchObject({ version: '1.2.0', isDismissed: false });
  });

  it('is told again where a person takes back that it was dismissed', async () => {
    const { updates, start } = await states();
    updates.dismiss('1.1.0');
    expect(updates.recall('9.9.9')).toMatchObject({ version: '1.1.0', isDismissed: true });
    expect(updates.recall('1.1.0')).toMatchObject({ version: '1.1.0', isDismissed: false });
    expect(start().state()).toMatchObject({ isDismissed: false });
  });

  it('is not newer any more once it runs', async () => {
    const { preferences } = await states();
    expect(startUpdates(undefined, { preferences, version: '1.1.0' }).start().state()).toMatchObject({
      kind: 'current',
    });
  });
});
