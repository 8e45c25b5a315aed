import type { Spent } from './program-cost.ts';

/** A program's median figures in a scene, and those of the bare program there. */
export interface Row {
  scene: string;
  program: string;
  spent: Spent;
  bare: Spent;
  /**
   * A bare Node reads no code at its start, and keeps nothing of what it lists: there is no bar beside it.
   */
  hasBar: boolean;
}

/** How many times the bare program's processor and time the whole way may take. */
const maxTimesBare = 3;

/** Whether a program keeps to its bar; all but Carpeta do. */
export function isMet({ program, spent, bare, hasBar }: Row): boolean {
  if (program !== 'Carpeta' || !hasBar) return true;
  return spent.seconds <= maxTimesBare * bare.seconds && spent.processor <= maxTimesBare * bare.processor;
}

/** Each figure's median. */
export function medianOf(all: readonly Spent[]): Spent {
  const median = (of: (spent: Spent) => number) =>
    all.map(of).sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
  return {
    seconds: median((each) => each.seconds),
    processor: median((each) => each.processor),
    peak: median((each) => each.peak),
  };
}

/** The rows as a table in Markdown. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ scene, program, spent, bare }) => {
    const times = [spent.seconds / bare.seconds, spent.processor / bare.processor].map((ratio) =>
      ratio.toFixed(2),
    );
    const [seconds, processor, peak] = [
      spent.seconds.toFixed(2),
      spent.processor.toFixed(2),
      Math.round(spent.peak / 2 ** 20),
    ];
    return `| ${[scene, program, seconds, processor, peak, ...times].join(' | ')} |`;
  });
  const titles = [
    'scene',
    'program',
    'time, s',
    'processor, s',
    'peak, MiB',
    '× bare, time',
    '× bare, processor',
  ];
  return [`| ${titles.join(' | ')} |`, `|${'---|'.repeat(titles.length)}`, ...lines].join('\n');
}
