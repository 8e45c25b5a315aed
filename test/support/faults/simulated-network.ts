import {
  type TransferMeter,
  TransfersPerHost,
} from '../../../electron/downloads/transfer/transfers-per-host.ts';
import { seeded } from '../seeded.ts';

/** A network and a server, as far as a number of transfers at once matters. */
export interface SimulatedNetwork {
  /** From a request to its answer, ms. */
  latency: number;
  /** What all transfers together can bring, bytes a second. */
  bandwidth: number;
  /** What one of them can bring, bytes a second. */
  each?: number;
  /** How large the next document is. */
  bytes(random: () => number): number;
  /** Requests that find so many under way are refused at once. */
  refusesAbove?: number;
  /** Requests past so many wait on this side of the network. */
  blocksAbove?: number;
  /** The share of 1,460-byte segments that come late, and how late, ms. */
  late?: { share: number; by: number };
  /** The share of transfers that fail though nothing is wrong with their number. */
  fails?: number;
  /** This process is what holds transfers up: it is at work all the time. */
  isWorking?: boolean;
  /** Times at which everything fails, ms. */
  away?: { from: number; until: number };
}

/** What a link brought. */
export interface Played {
  limit: TransfersPerHost;
  /** How many were allowed, at the end of each 100 ms. */
  numbers: number[];
  documents: number;
  bytes: number;
  /** When the documents that were asked for had all come, ms; undefined where they never did. */
  took?: number;
}

interface Transfer {
  measured: TransferMeter;
  left: number;
  answersAt: number | undefined;
  isBlocked: boolean;
  lateUntil: number;
  isAnswered: boolean;
  fails: boolean;
}

const step = 2;
const segment = 1460;

/**
 * Plays transfers over a link, always one more waiting, for so long or until so many documents have come. The
 * same seed, the same events.
 */
export function simulateNetwork(
  linkAt: SimulatedNetwork | ((now: number) => SimulatedNetwork),
  { ms = 60_000, documents = Number.POSITIVE_INFINITY, chosen = 0, seed = 1 } = {},
): Played {
  const random = seeded(seed);
  let workTime = 0;
  const limit = new TransfersPerHost(
    () => chosen,
    () => workTime,
  );
  const played: Played = { limit, numbers: [], documents: 0, bytes: 0 };
  const transfers = new Set<Transfer>();
  for (let now = 0; now < ms; now += step) {
    const link = typeof linkAt === 'function' ? linkAt(now) : linkAt;
    if (link.isWorking) workTime = now;
    const isAway = link.away !== undefined && now >= link.away.from && now < link.away.until;
    const end = (transfer: Transfer, ending: 'good' | 'error') => {
      transfer.measured.onEnd(ending, now);
      transfers.delete(transfer);
      limit.vacate(now);
      begin();
    };
    const begin = () => {
      while (transfers.size < limit.max && played.documents + transfers.size < documents) {
        limit.occupy(now);
        const measured = limit.measure(now);
        const active = [...transfers].filter(({ isBlocked }) => !isBlocked).length;
        const isBlocked =
          link.blocksAbove !== undefined && (active >= link.blocksAbove || active < transfers.size);
        if (isBlocked) measured.setBlocked(true, now);
        transfers.add({
          measured,
          isBlocked,
          left: link.bytes(random),
          answersAt: isBlocked ? undefined : now + link.latency,
          lateUntil: 0,
          isAnswered: false,
          fails: active >= (link.refusesAbove ?? Number.POSITIVE_INFINITY) || random() < (link.fails ?? 0),
        });
      }
    };
    begin();
    const flowing = [...transfers].filter(
      (one) => one.answersAt !== undefined && one.answersAt <= now && one.lateUntil <= now,
    );
    const share = Math.min(link.each ?? Number.POSITIVE_INFINITY, link.bandwidth / flowing.length);
    for (const one of flowing) {
      if (isAway || one.fails) {
        end(one, 'error');
        continue;
      }
      if (!one.isAnswered) one.measured.onResponse(now);
      one.isAnswered = true;
      let budget = (share * step) / 1000;
      let came = 0;
      while (budget > 0 && one.left > 0 && one.lateUntil <= now) {
        const chunk = Math.min(segment, budget, one.left);
        if (link.late && random() < link.late.share * (chunk / segment)) one.lateUntil = now + link.late.by;
        came += chunk;
        budget -= chunk;
        one.left -= chunk;
      }
      played.bytes += came;
      one.measured.onBytes(came, now);
      if (one.left > 0) continue;
      played.documents++;
      end(one, 'good');
    }
    if (link.blocksAbove !== undefined) admit(transfers, link.blocksAbove, now, link.latency);
    if (now % 100 === 0) played.numbers.push(limit.max);
    if (played.documents >= documents) {
      played.took = now;
      break;
    }
  }
  return played;
}

function admit(transfers: ReadonlySet<Transfer>, max: number, now: number, latency: number): void {
  let active = [...transfers].filter(({ isBlocked }) => !isBlocked).length;
  for (const one of transfers) {
    if (!one.isBlocked || active >= max) continue;
    one.isBlocked = false;
    one.measured.setBlocked(false, now);
    one.answersAt = now + latency;
    active++;
  }
}
