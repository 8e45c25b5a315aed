import type { InjectedFault, InjectedFaultKind } from './injected-faults.ts';
import type { Endpoint } from './service/route.ts';

/** Injects faults into the practice agency, and removes them. */
export interface FaultInjection {
  /** Adds a fault; several can be active at once. Returns a function that removes it. */
  add(fault: InjectedFault): () => void;
  /** Removes every fault. */
  clear(): void;
  /** Those that have not run out. */
  active(): readonly InjectedFault[];
}

/** One kind of the union. */
export type FaultOf<Kind extends InjectedFaultKind> = Extract<InjectedFault, { kind: Kind }>;

/** Where a fault may occur. */
export type FaultTarget = { endpoint: Endpoint } | { document: string };

/** The public controls, and the method that the servers call. */
export interface FaultInjector extends FaultInjection {
  /** The first active fault of these kinds for this target; the call counts as one use. */
  use<Kind extends InjectedFaultKind>(
    target: FaultTarget,
    ...kinds: readonly Kind[]
  ): FaultOf<Kind> | undefined;
}

interface ActiveFault {
  fault: InjectedFault;
  toSkip: number;
  left: number;
}

/** An injector without faults. */
export function createFaultInjector(): FaultInjector {
  let entries: ActiveFault[] = [];
  return {
    add(fault) {
      const entry = {
        fault,
        toSkip: fault.skip ?? 0,
        left: fault.times ?? Number.POSITIVE_INFINITY,
      };
      entries.push(entry);
      return () => {
        entries = entries.filter((one) => one !== entry);
      };
    },
    clear() {
      entries = [];
    },
    active: () => entries.filter((entry) => entry.left > 0).map((entry) => entry.fault),
    use(target, ...kinds) {
      for (const entry of entries) {
        const { fault } = entry;
        if (entry.left <= 0 || !isOneOf(fault, kinds) || !appliesTo(fault, target)) continue;
        if (entry.toSkip > 0) {
          entry.toSkip -= 1;
          continue;
        }
        entry.left -= 1;
        return fault;
      }
      return undefined;
    },
  };
}

function isOneOf<Kind extends InjectedFaultKind>(
  fault: InjectedFault,
  kinds: readonly Kind[],
): fault is FaultOf<Kind> {
  return kinds.some((kind) => kind === fault.kind);
}

function appliesTo(fault: InjectedFault, target: FaultTarget): boolean {
  if ('endpoint' in target) {
    return !('endpoint' in fault) || fault.endpoint === undefined || fault.endpoint === target.endpoint;
  }
  return (
    !('documents' in fault) || fault.documents === undefined || fault.documents.includes(target.document)
  );
}
