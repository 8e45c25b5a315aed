import type { RunningPractice } from '../connections/index.ts';
import { namedFaults } from './fault-injection.ts';
import { startPractice } from './practice.ts';

/** Starts the practice agency in this process. */
export async function startPracticeAgency(): Promise<RunningPractice> {
  const agency = await startPractice();
  const ends = new Map<string, () => void>();
  const withDocuments = agency.data.dispatches.filter(
    ({ client, documents }) => client.rut === agency.importer.rut && documents.length > 2,
  );
  return {
    ...agency,
    examples: withDocuments.slice(-2).map(({ number }) => number),
    faultMenu: {
      names: Object.keys(namedFaults),
      active: () => {
        const going = agency.faults.active();
        return Object.entries(namedFaults).flatMap(([name, fault]) => (going.includes(fault) ? [name] : []));
      },
      set: (name, isOn) => {
        ends.get(name)?.();
        ends.delete(name);
        const selected = Object.entries(namedFaults).find(([known]) => known === name);
        if (isOn && selected) ends.set(name, agency.faults.add(selected[1]));
      },
    },
  };
}
