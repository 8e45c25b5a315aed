import { describe, expect, test } from 'vitest';
import {
  Breaker,
  type BreakerState,
  CircuitOpenError,
  respondsInTime,
} from '../../../../electron/jobs/circuit-breaker.ts';
import { AppError } from '../../../../shared/errors.ts';
import { createFakeClock } from '../../../support/app/fake-clock.ts';

const away = new AppError('INTERNAL_ERROR', 'made up', { status: 500 });
const never = new AbortController().signal;

function breakerWith(results: boolean[]) {
  const clock = createFakeClock();
  const probes: number[] = [];
  const breaker = new Breaker({
    clock,
    probe: async () => {
      probes.push(clock.elapsed());
      return results.shift() ?? false;
    },
  });
  return { clock, breaker, probes };
}

describe('a server that is away', () => {
  test('is probed once however many wait for it, less and less often, and lets all of them go on when it answers', async () => {
    const { clock, breaker, probes } = breakerWith([false, false, true]);
    breaker.open(away);
    const received: BreakerState[] = [];
    const waits = [1, 2, 3].map(() => breaker.untilClosed((state) => received.push(state), never));
    for (const wait of [5_000, 10_000, 20_000]) await clock.advance(wait);
    await Promise.all(waits);
    expect(probes.map((at, index) => at - (probes[index - 1] ?? 0))).toEqual([5_000, 10_000, 20_000]);
    expect(breaker.state).toEqual({ kind: 'closed' });
    expect(received.slice(0, 3).map(({ kind }) => kind)).toEqual(['open', 'open', 'open']);
  });

  test('refuses whoever asks until it has answered', async () => {
    const { clock, breaker } = breakerWith([true]);
    expect(breaker.rejection).toBeUndefined();
    breaker.open(away);
    expect(breaker.rejection).toMatchObject({ code: away.code, status: 500 });
    const wait = breaker.untilClosed(() => undefined, never);
    await clock.advance(5_000);
    await wait;
    expect(breaker.rejection).toBeUndefined();
  });

  test('is asked by nobody while nobody waits, and then by the next who comes', async () => {
    const { clock, breaker, probes } = breakerWith([]);
    breaker.open(away);
    const controller = new AbortController();
    const wait = breaker.untilClosed(() => undefined, controller.signal);
    controller.abort();
    await expect(wait).rejects.toThrow();
    await clock.advance(3_600_000);
    expect(probes).toEqual([]);
    expect(breaker.rejection).toBeUndefined();
    const [first, second] = [{}, {}];
    breaker.admit(first);
    expect(breaker.state.kind).toBe('half-open');
    expect(() => breaker.admit(second)).toThrow(CircuitOpenError);
    breaker.leave(second, true);
    expect(breaker.rejection).toBeInstanceOf(CircuitOpenError);
    breaker.leave(first, false);
    expect(breaker.state).toMatchObject({ kind: 'open', probeAt: clock.elapsed() + 10_000 });
    expect(() => breaker.admit(second)).toThrow(CircuitOpenError);
    await clock.advance(10_000);
    breaker.admit(second);
    breaker.leave(second, true);
    expect(breaker.state.kind).toBe('closed');
  });

  test('is probed for whoever comes to wait while one asks, once that has failed', async () => {
    const { clock, breaker, probes } = breakerWith([true]);
    breaker.open(away);
    await clock.advance(5_000);
    const first = {};
    breaker.admit(first);
    const wait = breaker.untilClosed(() => undefined, never);
    await clock.advance(60_000);
    expect(probes).toEqual([]);
    breaker.leave(first, false);
    await clock.advance(10_000);
    await wait;
    expect(probes).toHaveLength(1);
  });

  test('is waited for longer each time that it is away again without having served anybody, and from five seconds once it has', async () => {
    const { clock, breaker } = breakerWith([]);
    const waitOf = () => (breaker.state.kind === 'open' ? breaker.state.probeAt - clock.elapsed() : 0);
    const seen: number[] = [];
    for (let times = 0; times < 6; times++) {
      breaker.open(away);
      seen.push(waitOf());
      breaker.close();
    }
    breaker.served(clock.elapsed());
    breaker.open(away);
    expect([...seen, waitOf()]).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 5_000]);
  });

  test('is not back because of an answer to what was asked before it was away', async () => {
    const { clock, breaker } = breakerWith([]);
    await clock.advance(1_000);
    breaker.open(away);
    breaker.served(clock.elapsed() - 500);
    expect(breaker.state.kind).toBe('open');
    breaker.served(clock.elapsed());
    expect(breaker.state.kind).toBe('closed');
  });

  test('is probed at once when the network is back', async () => {
    const { clock, breaker, probes } = breakerWith([true]);
    breaker.open(away);
    const wait = breaker.untilClosed(() => undefined, never);
    breaker.probeNow();
    await wait;
    expect(probes).toEqual([clock.elapsed()]);
  });

  test('waits no longer than a minute, whatever becomes of the wall clock', async () => {
    const { clock, breaker } = breakerWith([true]);
    breaker.open(away);
    clock.setWallClock(clock.now() - 365 * 24 * 3_600_000);
    const wait = breaker.untilClosed(() => undefined, never);
    await clock.advance(60_000);
    await wait;
    expect(breaker.state.kind).toBe('closed');
  });
});

test('a server that fails about one query again and again is not away, and is once it fails about another as well', () => {
  const { breaker } = breakerWith([]);
  for (let times = 0; times < 3; times++) breaker.failed('one', away);
  expect(breaker.state.kind).toBe('closed');
  breaker.served();
  breaker.failed('two', away);
  expect(breaker.state.kind).toBe('closed');
  breaker.failed('one', away);
  expect(breaker.state.kind).toBe('open');
});

test('a probe that is not answered in ten seconds tells that nobody is there, and is ended', async () => {
  const clock = createFakeClock();
  let asked: AbortSignal | undefined;
  const isBack = respondsInTime(clock, (signal) => {
    asked = signal;
    return new Promise(() => undefined);
  });
  await clock.advance(9_999);
  expect(asked?.aborted).toBe(false);
  await clock.advance(1);
  expect([await isBack, asked?.aborted]).toEqual([false, true]);
});

test('a probe that is answered is what its answer is', async () => {
  const clock = createFakeClock();
  expect(await respondsInTime(clock, async () => true)).toBe(true);
  await expect(respondsInTime(clock, () => Promise.reject(away))).rejects.toBe(away);
});
