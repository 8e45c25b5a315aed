/** A figure of each round while the reading is paused, and while files are read. */
export interface Comparison {
  /** With its unit. */
  what: string;
  alone: number[];
  reading: number[];
  /** How many times the figure alone it may be; undefined where it is only told. */
  max?: number;
}

/** The median of the ratios of the rounds. */
export function medianRatio({ alone, reading }: Comparison): number {
  return median(reading.map((figure, round) => figure / (alone[round] ?? Number.NaN)));
}

/** The medians as a table in Markdown. */
export function tableOfComparisons(comparisons: readonly Comparison[]): string {
  const lines = comparisons.map((one) => {
    const figures = [median(one.alone), median(one.reading), medianRatio(one)].map((each) => each.toFixed(2));
    return `| ${[one.what, ...figures, one.max ?? ''].join(' | ')} |`;
  });
  const titles = ['work', 'reading paused', 'while files are read', 'ratio', 'bar'];
  return [`| ${titles.join(' | ')} |`, `|${'---|'.repeat(titles.length)}`, ...lines].join('\n');
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
