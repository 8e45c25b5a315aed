import { cpus, loadavg, totalmem } from 'node:os';

/** Prints what the figures below were taken on. */
export function describeMachine(): void {
  const [cpu] = cpus();
  const load = loadavg()[0] ?? 0;
  console.log(
    `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, load ${load.toFixed(1)}` +
      `${load > 1 ? ': the machine is busy, figures are too high' : ''}`,
  );
}

/** Prints a figure beside its bar; gives whether it meets it. What was not measured does not. */
export function verdict(name: string, value = Number.NaN, bar: number, unit = 'ms'): boolean {
  const isMet = value <= bar;
  console.log(
    `${isMet ? 'met   ' : 'MISSED'} ${name}: ${value.toFixed(unit === '×' ? 2 : 1)} ${unit}, bar ${bar} ${unit}`,
  );
  return isMet;
}
