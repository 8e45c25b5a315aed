import type { RunningPractice } from '../connections/index.ts';
import { namedFaults } from './injected-faults.ts';
import { startPractice } from './practice.ts';

export type { PracticeChanges } from './changes.ts';
export { findCases, type PracticeCases, supportOf } from './data/cases.ts';
export type { PracticeClient } from './data/parties.ts';
export type { PlantedCases } from './data/planted.ts';
export type { Charge, PracticeDispatch, RecordType } from './data/records.ts';
export { type FileKind, filePassword, type PracticeDocument } from './data/records.ts';
export { type PracticeType, typeNames } from './data/types.ts';
export type { PracticeData } from './data/world.ts';
export type { FaultInjection } from './fault-injector.ts';
export {
  type InjectedFault,
  type InjectedFaultKind,
  type InjectedFaultName,
  namedFaults,
} from './injected-faults.ts';
export type { PracticeOptions } from './options.ts';
export { type PracticeAgency, startPractice } from './practice.ts';
export type { PracticeRequests, SeenRequest } from './requests.ts';
export { type Endpoint, endpoints } from './service/route.ts';

/** Starts the practice agency in this process: the whole API on loopback, with made-up data. */
export async function startPracticeAgency(): Promise<RunningPractice> {
  const agency = await startPractice();
  const removals = new Map<string, () => void>();
  const withDocuments = agency.data.dispatches.filter(
    ({ client, documents }) => client.rut === agency.importer.rut && documents.length > 2,
  );
  return {
    ...agency,
    examples: withDocuments.slice(-2).map(({ number }) => number),
    faultMenu: {
      names: Object.keys(namedFaults),
      active: () => {
        const active = agency.faults.active();
        return Object.entries(namedFaults).flatMap(([name, fault]) => (active.includes(fault) ? [name] : []));
      },
      set: (name, isOn) => {
        removals.get(name)?.();
        removals.delete(name);
        const selected = Object.entries(namedFaults).find(([known]) => known === name);
        if (isOn && selected) removals.set(name, agency.faults.add(selected[1]));
      },
    },
  };
}
