import { happensTo } from './data/random.ts';
import type { PracticeDocument } from './data/records.ts';
import type { World } from './data/world.ts';
import type { FaultInjector } from './fault-injector.ts';
import type { Sign } from './service/list-page.ts';
import { objectPath } from './storage/server.ts';
import type { Signer } from './storage/signature.ts';

/** The inputs of link creation. */
interface LinkOptions {
  signer: Signer;
  /** Origin of the storage. */
  origin: string;
  /** Lifetime of a link, in seconds. */
  seconds: number;
  /** Percentage of links that cannot be signed at any one time. */
  unsignedPercent: number;
  faults: FaultInjector;
  seed: string;
  now(): number;
}

/** Returns the signer of an agency's documents. */
export type SignFor = (world: World) => Sign;

/** Signs links, except for a share of them; a later request may succeed for the same document. */
export function createLinks(options: LinkOptions): SignFor {
  const { signer, origin, seconds, faults, seed, now, unsignedPercent } = options;
  const times = new Map<string, number>();
  const failsNow = ({ id }: PracticeDocument): boolean => {
    if (unsignedPercent <= 0) return false;
    const time = (times.get(id) ?? 0) + 1;
    times.set(id, time);
    return happensTo(`${seed}/unsigned/${id}/${time}`, unsignedPercent);
  };
  return (world) => (document) => {
    if (failsNow(document)) return '';
    const { id } = document;
    for (const act of faults.acting('onLink', { document: id })) act(document, world);
    return signer.sign({ origin, path: objectPath(id), now: now(), seconds });
  };
}
