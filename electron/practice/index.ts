import type { RunningPractice } from '../connections/index.ts';
import type { Fault } from './fault-injector.ts';
import { namedFaults } from './named-faults.ts';
import { startPractice } from './practice.ts';

export { startPractice } from './practice.ts';

/** Starts the practice agency in this process: the whole API on loopback, with made-up data. */
export async function startPracticeAgency(): Promise<RunningPractice> {
  const { agencies, faults, ...agency } = await startPractice();
  const menu = new Map<string, Fault>(Object.entries(namedFaults));
  const withDocuments = agencies.main.dispatches.filter(
    ({ client, documents }) => client.rut === agency.importer.rut && documents.length > 2,
  );
  return {
    ...agency,
    examples: withDocuments.slice(-2).map(({ number }) => number),
    faultMenu: {
      names: [...menu.keys()],
      active: () => [...menu].flatMap(([name, fault]) => (faults.isActive(fault) ? [name] : [])),
      set(name, isOn) {
        const fault = menu.get(name);
        if (fault === undefined) return;
        faults.remove(fault);
        if (isOn) faults.add(fault);
      },
    },
  };
}
