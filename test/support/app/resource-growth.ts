import type { Sample } from './day-of-use.ts';

/**
 * How much more of each there may be at the end than there was before: what documents and rows of the day
 * itself take, and no more.
 */
const allowed: Readonly<Record<Exclude<keyof Sample, 'hour'>, number>> = {
  heap: 6_000_000,
  // The practice agency runs beside it and keeps the documents that it has drawn.
  external: 6_000_000,
  // Connections of the practice agency that nobody has closed yet.
  files: 6,
  handles: 6,
  threads: 2,
  listeners: 0,
  sleeps: 0,
  database: 1_000_000,
};

/**
 * What the last hours took more of than the first ones, in words; nothing when all is level. The least of
 * each is compared: what comes and goes is not what stays.
 */
export function whatGrew(samples: readonly Sample[]): string[] {
  const [early, late] = [samples.slice(0, Math.ceil(samples.length / 2)), samples.slice(-2)];
  return Object.entries(allowed).flatMap(([name, more]) => {
    const of = (sample: Sample) => sample[name as keyof typeof allowed];
    const [before, after] = [Math.min(...early.map(of)), Math.min(...late.map(of))];
    return after > before + more ? [`${name} grew from ${before} to ${after}`] : [];
  });
}
