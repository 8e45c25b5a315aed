import type { Misbehaviour, MisbehaviourKind } from './fault-injection.ts';
import type { Endpoint } from './service/route.ts';

/** Tells the practice agency to misbehave, and to stop. */
export interface Misbehaving {
  /** Adds one; several hold at once. Returns what takes it away again. */
  add(misbehaviour: Misbehaviour): () => void;
  /** From now on everything is as it should be. */
  clear(): void;
  /** Those that have not run out. */
  active(): readonly Misbehaviour[];
}

/** One kind of the union. */
export type Of<Kind extends MisbehaviourKind> = Extract<Misbehaviour, { kind: Kind }>;

/** Where something may go wrong. */
export type Place = { endpoint: Endpoint } | { document: string };

/** The control, and what the servers ask of it. */
export interface MisbehaviourBook extends Misbehaving {
  /** The first of these kinds that meets this place now, used once by being asked for. */
  use<Kind extends MisbehaviourKind>(place: Place, ...kinds: readonly Kind[]): Of<Kind> | undefined;
}

interface ActiveFault {
  misbehaviour: Misbehaviour;
  toSkip: number;
  left: number;
}

/** A book of misbehaviours with nothing in it. */
export function createMisbehaviourBook(): MisbehaviourBook {
  let entries: ActiveFault[] = [];
  return {
    add(misbehaviour) {
      const entry = {
        misbehaviour,
        toSkip: misbehaviour.skip ?? 0,
        left: misbehaviour.times ?? Number.POSITIVE_INFINITY,
      };
      entries.push(entry);
      return () => {
        entries = entries.filter((one) => one !== entry);
      };
    },
    clear() {
      entries = [];
    },
    active: () => entries.filter((entry) => entry.left > 0).map((entry) => entry.misbehaviour),
    use(place, ...kinds) {
      for (const entry of entries) {
        const { misbehaviour } = entry;
        if (entry.left <= 0 || !isOneOf(misbehaviour, kinds) || !meets(misbehaviour, place)) continue;
        if (entry.toSkip > 0) {
          entry.toSkip -= 1;
          continue;
        }
        entry.left -= 1;
        return misbehaviour;
      }
      return undefined;
    },
  };
}

function isOneOf<Kind extends MisbehaviourKind>(
  misbehaviour: Misbehaviour,
  kinds: readonly Kind[],
): misbehaviour is Of<Kind> {
  return kinds.some((kind) => kind === misbehaviour.kind);
}

function meets(misbehaviour: Misbehaviour, place: Place): boolean {
  if ('endpoint' in place) {
    return (
      !('endpoint' in misbehaviour) ||
      misbehaviour.endpoint === undefined ||
      misbehaviour.endpoint === place.endpoint
    );
  }
  return (
    !('documents' in misbehaviour) ||
    misbehaviour.documents === undefined ||
    misbehaviour.documents.includes(place.document)
  );
}
