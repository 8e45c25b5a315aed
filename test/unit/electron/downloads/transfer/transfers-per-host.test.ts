import { describe, expect, test } from 'vitest';
import {
  firstTransfers,
  TransfersPerHost,
} from '../../../../../electron/downloads/transfer/transfers-per-host.ts';
import { type SimulatedNetwork, simulateNetwork } from '../../../../support/faults/simulated-network.ts';
import type { Seeded } from '../../../../support/seeded.ts';

const KiB = 1024;
const MiB = 1024 * KiB;
/** 100 Mbit/s, in bytes a second. */
const office = 12_500_000;
/** 8 Mbit/s, in bytes a second. */
const adsl = 1_000_000;
const seeds = [1, 2, 3, 4, 5];

/** Most documents are small, a few are large: 20 KiB to 5 MiB. */
const mixed = (random: Seeded) => 20 * KiB * 250 ** random();

const noWork = () => 0;

const last = (numbers: readonly number[], ms: number) => numbers.slice(-ms / 100);
const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

describe('as many transfers at once as turn out to be worth it', () => {
  test.each(seeds)('small documents far away get forty or more within three seconds (seed %i)', (seed) => {
    const far: SimulatedNetwork = { latency: 160, bandwidth: 50 * MiB, bytes: () => 100 * KiB };
    const { numbers } = simulateNetwork(far, { ms: 20_000, seed });
    expect(numbers.findIndex((number) => number >= 40)).toBeLessThan(30);
    expect(mean(last(numbers, 15_000))).toBeGreaterThan(50);
  });

  test('a thousand small documents far away come in half the time that sixteen at once need', () => {
    const far: SimulatedNetwork = { latency: 160, bandwidth: 50 * MiB, bytes: () => 100 * KiB };
    const [adaptive, sixteen] = [0, 16].map(
      (chosen) => simulateNetwork(far, { documents: 1_000, chosen }).took ?? 0,
    );
    expect(adaptive).toBeLessThan((sixteen ?? 0) / 2);
  });

  test.each(seeds)(
    'documents of all sizes over ADSL come to be three at a time, and no later (seed %i)',
    (seed) => {
      const slow: SimulatedNetwork = { latency: 40, bandwidth: adsl, bytes: mixed };
      const { numbers, bytes } = simulateNetwork(slow, { ms: 120_000, seed });
      expect(mean(last(numbers, 60_000))).toBeLessThan(5);
      expect(bytes).toBeGreaterThan(0.97 * 120 * adsl);
    },
  );

  test('large documents over ADSL are never twelve at a time for long', () => {
    const slow: SimulatedNetwork = { latency: 40, bandwidth: adsl, bytes: () => 5 * MiB };
    const { numbers } = simulateNetwork(slow, { ms: 300_000 });
    expect(Math.max(...last(numbers, 240_000))).toBeLessThanOrEqual(9);
    expect(mean(last(numbers, 120_000))).toBeLessThan(5);
  });

  test.each(seeds)(
    'where late segments hold single transfers up, as many run as fill the line (seed %i)',
    (seed) => {
      const late = { share: 0.05, by: 200 };
      const lossy: SimulatedNetwork = { latency: 30, bandwidth: 2_500_000, bytes: () => 200 * KiB, late };
      const [adaptive, six] = [0, 6].map(
        (chosen) => simulateNetwork(lossy, { ms: 60_000, chosen, seed }).bytes,
      );
      expect(adaptive).toBeGreaterThan(2 * (six ?? 0));
      expect(adaptive).toBeGreaterThan(0.85 * 60 * 2_500_000);
    },
  );

  test('requests that wait for one of six connections neither count as slow nor have more begun', () => {
    const electron: SimulatedNetwork = {
      latency: 100,
      bandwidth: office,
      bytes: () => 100 * KiB,
      blocksAbove: 6,
    };
    const { numbers } = simulateNetwork(electron, { ms: 60_000 });
    expect(Math.max(...last(numbers, 55_000))).toBeLessThanOrEqual(9);
    expect(mean(last(numbers, 30_000))).toBeCloseTo(6, 0);
  });

  test.each(seeds)(
    'it stays where it is once nothing is to be gained, but for a try now and then (seed %i)',
    (seed) => {
      const link: SimulatedNetwork = { latency: 20, bandwidth: office, each: 2_000_000, bytes: mixed };
      const { numbers } = simulateNetwork(link, { ms: 240_000, seed });
      const steady = last(numbers, 120_000);
      const changes = steady.filter((number, at) => at > 0 && number !== steady[at - 1]).length;
      expect(changes).toBeLessThan(40);
      expect(Math.max(...steady)).toBeLessThan(32);
    },
  );

  test('where this process is what holds transfers up, no more are begun, however much faster they seem', () => {
    const near = (now: number): SimulatedNetwork => ({
      latency: 20,
      bandwidth: 10 * MiB + now * 10 * KiB,
      bytes: () => 64 * KiB,
      isWorking: true,
    });
    expect(Math.max(...simulateNetwork(near).numbers)).toBe(firstTransfers);
  });

  test('when the line becomes another, the number follows', () => {
    const far: SimulatedNetwork = { latency: 160, bandwidth: 50 * MiB, bytes: () => 100 * KiB };
    const near: SimulatedNetwork = { ...far, latency: 5, bandwidth: adsl };
    const { numbers } = simulateNetwork((now) => (now < 20_000 ? far : near), { ms: 200_000 });
    expect(numbers[199]).toBeGreaterThan(40);
    expect(mean(last(numbers, 30_000))).toBeLessThan(12);
  });
});

describe('errors', () => {
  test('a host that refuses the eleventh transfer gets ten, and no more for a minute', () => {
    const strict: SimulatedNetwork = {
      latency: 100,
      bandwidth: office,
      bytes: () => 100 * KiB,
      refusesAbove: 10,
    };
    const { numbers } = simulateNetwork(strict, { ms: 50_000 });
    expect(Math.max(...last(numbers, 40_000))).toBe(10);
    expect(mean(last(numbers, 40_000))).toBeGreaterThan(9);
  });

  test.each(seeds)('one failure in fifty lowers nothing for long (seed %i)', (seed) => {
    const rough: SimulatedNetwork = { latency: 160, bandwidth: office, bytes: () => 100 * KiB, fails: 0.02 };
    const [adaptive, sixteen] = [0, 16].map((chosen) => simulateNetwork(rough, { chosen, seed }).documents);
    expect(adaptive).toBeGreaterThan(sixteen ?? 0);
  });

  test('all that fail at the same moment halve it once', () => {
    const limit = new TransfersPerHost(() => 16, noWork);
    for (let one = 0; one < 16; one++) limit.occupy(0);
    const transfers = Array.from({ length: 16 }, () => limit.measure(0));
    for (const transfer of transfers) transfer.onEnd('error', 1_000);
    expect(limit.max).toBe(8);
  });

  test('an answer about a document alone lowers nothing', () => {
    const limit = new TransfersPerHost(() => 0, noWork);
    for (let one = 0; one < 50; one++) {
      limit.occupy(one);
      limit.measure(one).onEnd('neither', one);
      limit.vacate(one);
    }
    expect(limit.max).toBe(firstTransfers);
  });

  test('a host that was away gets two first, and within twenty seconds as many as before', () => {
    const link: SimulatedNetwork = {
      latency: 160,
      bandwidth: 50 * MiB,
      bytes: () => 100 * KiB,
      away: { from: 10_000, until: 14_000 },
    };
    const { numbers } = simulateNetwork(link, { ms: 40_000 });
    expect(numbers[139]).toBe(2);
    expect(Math.max(...last(numbers, 6_000))).toBeGreaterThan(40);
  });
});

describe('a number that a person or an administrator has set', () => {
  test('it holds whatever the speed says', () => {
    const slow: SimulatedNetwork = { latency: 40, bandwidth: adsl, bytes: mixed };
    expect(new Set(simulateNetwork(slow, { ms: 60_000, chosen: 16 }).numbers)).toEqual(new Set([16]));
  });

  test('it is never passed, falls on errors and is reached again', () => {
    const link: SimulatedNetwork = {
      latency: 50,
      bandwidth: office,
      bytes: () => 100 * KiB,
      away: { from: 5_000, until: 6_000 },
    };
    const { numbers } = simulateNetwork(link, { ms: 90_000, chosen: 12 });
    expect(Math.max(...numbers)).toBe(12);
    expect(Math.min(...numbers)).toBe(2);
    expect(numbers.at(-1)).toBe(12);
  });

  test('a change counts at once, and none again means what is measured', () => {
    let chosen = 3;
    const limit = new TransfersPerHost(() => chosen, noWork);
    expect(limit.max).toBe(3);
    chosen = 40;
    expect(limit.max).toBe(40);
    chosen = 0;
    expect(limit.max).toBe(firstTransfers);
  });
});

test('too few that wait for a place raise nothing', () => {
  const limit = new TransfersPerHost(() => 0, noWork);
  for (let now = 0; now < 60_000; now += 200) {
    limit.occupy(now);
    const transfer = limit.measure(now);
    transfer.onResponse(now + 50);
    transfer.onBytes(100 * KiB, now + 100);
    transfer.onEnd('good', now + 100);
    limit.vacate(now + 100);
  }
  expect(limit.max).toBe(firstTransfers);
});

test('after a minute of rest it begins anew', () => {
  const far: SimulatedNetwork = { latency: 160, bandwidth: 50 * MiB, bytes: () => 100 * KiB };
  const { limit } = simulateNetwork(far, { documents: 2_000 });
  expect(limit.max).toBeGreaterThan(40);
  limit.occupy(1_000_000);
  expect(limit.max).toBe(firstTransfers);
});
