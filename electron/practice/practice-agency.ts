import type { RunningPractice } from '../connections/index.ts';
import { namedMisbehaviours } from './fault-injection.ts';
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
    misbehaviours: {
      names: Object.keys(namedMisbehaviours),
      active: () => {
        const going = agency.misbehave.active();
        return Object.entries(namedMisbehaviours).flatMap(([name, misbehaviour]) =>
          going.includes(misbehaviour) ? [name] : [],
        );
      },
      set: (name, isOn) => {
        ends.get(name)?.();
        ends.delete(name);
        const selected = Object.entries(namedMisbehaviours).find(([known]) => known === name);
        if (isOn && selected) ends.set(name, agency.misbehave.add(selected[1]));
      },
    },
  };
}
