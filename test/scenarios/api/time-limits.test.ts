import { describe, expect, it } from 'vitest';
import { type Life, trialLimits, withinTime } from '../../../electron/api/request-timeout.ts';
import type { HttpResponse } from '../../../electron/host.ts';
import { clientOver, errorOf } from '../../support/agency/client.ts';
import { reply, scriptedOpen, silence, stalling } from '../../support/agency/scripted-open.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';

const types = reply(200, { data: [{ id: '1', name: 'FACTURA AGENCIA' }] });
const limits = { attempts: 5, stallMs: 40_000, totalMs: 100_000, bodyBytes: 1000 };
const stall = (ms: number) => ms === 40_000;

describe('an attempt', () => {
  it('that gets no answer ends after the longest silence and is made again', async () => {
    const clock = createFakeClock({ passes: (ms) => ms <= 30_000 });
    const network = scriptedOpen(silence(), types);
    const asking = clientOver(network.httpGet, { clock, limits }).documentTypes({});
    await clock.untilSleeping(stall);
    await clock.advance(39_999);
    expect(network.requests).toHaveLength(1);
    await clock.advance(1);
    expect(await asking).toHaveLength(1);
    expect(network.requests).toHaveLength(2);
  });

  it('whose body stops in the middle ends after the longest silence', async () => {
    const clock = createFakeClock({ passes: (ms) => ms <= 30_000 });
    const network = scriptedOpen(stalling(200, '{"data":'), types);
    const asking = clientOver(network.httpGet, { clock, limits }).documentTypes({});
    await clock.untilSleeping(stall);
    await clock.advance(40_000);
    expect(await asking).toHaveLength(1);
  });

  it('that is silent five times is told as such', async () => {
    const clock = createFakeClock({ passes: () => true });
    const network = scriptedOpen(silence());
    const error = await errorOf(clientOver(network.httpGet, { clock, limits }).documentTypes({}));
    expect(error).toMatchObject({ code: 'TIMED_OUT', exchange: { attempts: 5 } });
    expect(network.requests).toHaveLength(5);
  });

  it('is the only one of a trial, and told of within fifteen seconds', async () => {
    const clock = createFakeClock();
    const network = scriptedOpen(silence());
    const asking = errorOf(clientOver(network.httpGet, { clock, limits: trialLimits }).documentTypes({}));
    await clock.untilSleeping((ms) => ms === 15_000);
    await clock.advance(15_000);
    expect(await asking).toMatchObject({ code: 'TIMED_OUT', exchange: { attempts: 1 } });
    expect(network.requests).toHaveLength(1);
  });

  it('that keeps sending a little ends after its whole time', async () => {
    const clock = createFakeClock();
    const attempt = errorOf(
      withinTime(clock, limits, undefined, async (signal, { alive }) => {
        for (;;) {
          await clock.sleep(39_000, signal);
          alive();
        }
      }),
    );
    await clock.advance(99_999);
    expect(clock.sleeping.length).toBeGreaterThan(0);
    await clock.advance(1);
    expect((await attempt).code).toBe('TIMED_OUT');
    expect(clock.elapsed()).toBe(100_000);
  });

  it('does not age while it waits on this side of the network', async () => {
    const clock = createFakeClock();
    let life: Life | undefined;
    const attempt = errorOf(
      withinTime(clock, limits, undefined, (_, own) => {
        life = own;
        return new Promise<never>(() => undefined);
      }),
    );
    await clock.advance(30_000);
    life?.setBlocked(true);
    await clock.advance(3_600_000);
    life?.setBlocked(false);
    // Forty seconds of silence are allowed, and thirty of them were had before.
    await clock.advance(9_999);
    expect(clock.sleeping).toHaveLength(1);
    await clock.advance(1);
    expect((await attempt).code).toBe('TIMED_OUT');
  });

  it('is looked at ten times a second at the most while it waits on this side of the network just before its end', async () => {
    const clock = createFakeClock();
    const attempt = errorOf(
      withinTime(clock, limits, undefined, async (_, life) => {
        await clock.sleep(39_999);
        life.setBlocked(true);
        await clock.sleep(1_000);
        life.setBlocked(false);
        return new Promise<never>(() => undefined);
      }),
    );
    await clock.advance(41_100);
    expect((await attempt).code).toBe('TIMED_OUT');
    expect(clock.slept.length).toBeLessThan(15);
  });

  it('is given up even when the network does not hear that it has ended', async () => {
    const clock = createFakeClock();
    const attempt = errorOf(withinTime(clock, limits, undefined, () => new Promise<never>(() => undefined)));
    await clock.advance(40_000);
    expect((await attempt).code).toBe('TIMED_OUT');
  });

  it('that is cancelled ends at once, and leaves no timer behind', async () => {
    const clock = createFakeClock();
    const controller = new AbortController();
    const network = scriptedOpen(silence());
    const asking = errorOf(
      clientOver(network.httpGet, { clock, limits }).documentTypes({ signal: controller.signal }),
    );
    await clock.untilSleeping(stall);
    controller.abort();
    expect((await asking).code).toBe('CANCELLED');
    expect(clock.sleeping).toEqual([]);
  });

  it('that is answered leaves no timer behind', async () => {
    const clock = createFakeClock();
    await clientOver(scriptedOpen(types).httpGet, { clock, limits }).documentTypes({});
    expect(clock.sleeping).toEqual([]);
  });
});

describe('a body', () => {
  it('larger than allowed is refused before it is whole, and the connection is let go', async () => {
    let sent = 0;
    let isLetGo = false;
    const endless: HttpResponse = {
      status: 200,
      headers: {},
      body: (async function* () {
        for (;;) {
          sent += 600;
          yield new Uint8Array(600);
        }
      })(),
      cancel: () => {
        isLetGo = true;
      },
      zone: 'elsewhere',
    };
    const network = scriptedOpen(() => endless);
    const error = await errorOf(clientOver(network.httpGet, { limits }).documentTypes({}));
    expect(error).toMatchObject({ code: 'RESPONSE_TOO_LARGE', exchange: { attempts: 1, status: 200 } });
    expect(sent).toBe(1200);
    expect(isLetGo).toBe(true);
  });

  it('of a redirect is not even read', async () => {
    let isRead = false;
    const network = scriptedOpen(() => ({
      status: 302,
      headers: { location: '/login' },
      body: (async function* () {
        isRead = true;
        yield new Uint8Array(1);
      })(),
      zone: 'elsewhere',
      cancel: () => undefined,
    }));
    expect((await errorOf(clientOver(network.httpGet).documentTypes({}))).code).toBe('REDIRECTED');
    expect(isRead).toBe(false);
  });
});
