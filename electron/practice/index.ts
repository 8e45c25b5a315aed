import type { RunningPractice } from '../connections/index.ts';
import { namedFaults } from './named-faults.ts';
import { startPractice } from './practice.ts';

export { startPractice } from './practice.ts';

/** Starts the practice agency in this process: the whole API on loopback, with made-up data. */
export async function startPracticeAgency(): Promise<RunningPractice> {
  const { agencies, faults, ...agency } = await startPractice();
  const removals = new Map<string, () => void>();
  const withDocuments = agencies.main.dispatches.filter(
    ({ client, documents }) => client.rut === agency.importer.rut && documents.length > 2,
  );
  return {
    ...agency,
    examples: withDocuments.slice(-2).map(({ number }) => number),
    faultMenu: {
      names: Object.keys(namedFaults),
      active: () => {
        const active: readonly object[] = faults.active();
        return Object.entries(namedFaults).flatMap(([name, fault]) => (active.includes(fault) ? [name] : []));
      },
      set: (name, isOn) => {
        removals.get(name)?.();
        removals.delete(name);
        const selected = Object.entries(namedFaults).find(([known]) => known === name);
        if (isOn && selected) removals.set(name, faults.add(selected[1]));
      },
    },
  };
}
