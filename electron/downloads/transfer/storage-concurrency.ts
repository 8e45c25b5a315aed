/** The result of a transfer, as far as it concerns the host. */
export type Ending = 'good' | 'error' | 'neither';

/** One measured transfer. Times are monotonic ms. */
export interface Measured {
  /** The request starts or stops waiting locally: that time is not the server's. */
  setBlocked(isBlocked: boolean, now: number): void;
  responded(now: number): void;
  came(bytes: number, now: number): void;
  ended(ending: Ending, now: number): void;
}

/**
 * The useful number of concurrent transfers from one host. Unless configured, it doubles while that clearly
 * increases throughput, then probes a higher or lower number at intervals. Several errors among few successes
 * halve it. It does not grow while this process is the bottleneck. Pure: equal measurements give an equal
 * number.
 */
export interface AdaptiveLimit {
  /** At least 1. */
  readonly max: number;
  readonly underWay: number;
  /** Occupies a slot; time before the request is not attributed to the host. */
  occupy(now: number): void;
  vacate(now: number): void;
  /** Call when a request is about to be sent. */
  measure(now: number): Measured;
}

/** Upper limit of the number. */
export const maxTransfers = 64;
/** Initial number for an unknown host. */
export const firstTransfers = 6;

// Lower limit after errors.
const minAfterErrors = 2;
// Lower limit of speed probes: with fewer, one stalled transfer would dominate the result.
const minForSpeed = 3;
// Required gain in throughput after doubling and after a step up by half; share that must remain after a step
// down by a third.
const doublingGain = 1.4;
const stepGain = 1.1;
const minKeptShare = 0.97;
// Interval between two probes, ms; doubles after each failed one.
const minPauseMs = 2_000;
const maxPauseMs = 30_000;
// Minimum length of a measurement, ms; maximum if transfers have not ended.
const minMeasureMs = 500;
const maxMeasureMs = 2_000;
// Shorter while doubling, when time matters more than precision, ms.
const minDoublingMs = 150;
const maxDoublingMs = 600;
// Share of the slots that must be occupied for a valid measurement.
const fullShare = 0.9;
// From this busy share on, this process is the bottleneck.
const workShare = 0.9;
// How long a number that caused errors is not tried again, ms.
const wallFor = 60_000;
// After this idle time the network may have changed, ms.
const forgottenAfter = 60_000;
// Cost of one response in bytes, so that responses without a body count too.
const responseBytes = 8 * 1024;
// Each error adds 1 and each success subtracts this; the limit allows single errors, but not more than one in
// six.
const reliefOfGood = 0.2;
const maxErrorScore = 2;

type Phase =
  /** `before` is the rate at half the number. */
  | { kind: 'doubling'; before?: Rate }
  | { kind: 'steady'; tryAt: number }
  /** Another number is being probed; `before` is the rate at the previous one. */
  | { kind: 'trying'; before: Rate };

interface Rate {
  max: number;
  bytesPerMs: number;
}

/**
 * Creates an unmeasured limit. `configured()` is the number set by user or administrator, 0 if none; only
 * errors lower it. `workTime()` is this thread's busy time, ms; 0 if unknown.
 */
export function createAdaptiveLimit(configured: () => number, workTime: () => number): AdaptiveLimit {
  let setting = configured();
  let max = setting || firstTransfers;
  let underWay = 0;
  let phase: Phase = { kind: 'doubling' };
  let pause = minPauseMs;
  let direction: 'up' | 'down' = 'up';
  let changedAt = 0;
  let lastVacated = 0;
  /** Smoothed response time of recent transfers, ms. */
  let responseTime = 0;
  /**
   * Measured since the number of transfers matches `max`: bytes, ended transfers, and occupied slot time up
   * to `countedAt`, ms.
   */
  let measuring:
    | { since: number; bytes: number; ends: number; placeMs: number; countedAt: number; workBefore: number }
    | undefined;
  let errorScore = 0;
  let fellAt = Number.NEGATIVE_INFINITY;
  let isGoodSinceFall = true;
  let wall: { max: number; until: number } | undefined;

  function restart(now: number): void {
    setting = configured();
    phase = { kind: 'doubling' };
    pause = minPauseMs;
    errorScore = 0;
    wall = undefined;
    isGoodSinceFall = true;
    change(setting || firstTransfers, now);
  }

  function change(to: number, now: number): void {
    max = to;
    changedAt = now;
    measuring = undefined;
  }

  /** The current upper limit. */
  function top(now: number): number {
    const highest = setting || maxTransfers;
    return wall && now < wall.until ? Math.max(minAfterErrors, Math.min(highest, wall.max - 1)) : highest;
  }

  /** Starts a measurement once responses belong to the current number. */
  function settle(isOfThisNumber: boolean, now: number): void {
    if (measuring || underWay !== max) return;
    if (!isOfThisNumber && now - changedAt < maxMeasureMs) return;
    measuring = { since: now, bytes: 0, ends: 0, placeMs: 0, countedAt: now, workBefore: workTime() };
  }

  function count(now: number): void {
    if (!measuring) return;
    measuring.placeMs += underWay * (now - measuring.countedAt);
    measuring.countedAt = now;
  }

  function adjust(now: number): void {
    if (!measuring) {
      settle(false, now);
      return;
    }
    const { since, bytes, ends, workBefore } = measuring;
    const lasted = now - since;
    const [minMs, maxMs] =
      phase.kind === 'doubling' ? [minDoublingMs, maxDoublingMs] : [minMeasureMs, maxMeasureMs];
    if (lasted < Math.max(minMs, 2 * responseTime)) return;
    if (ends < max && lasted < Math.max(maxMs, 4 * responseTime)) return;
    count(now);
    const isFull = measuring.placeMs >= lasted * max * fullShare;
    const isWorking = workTime() - workBefore >= lasted * workShare;
    measuring = undefined;
    changedAt = now;
    // With too few transfers the rate says nothing about the number.
    if (isFull) judge((bytes + ends * responseBytes) / lasted, isWorking, now);
  }

  function judge(bytesPerMs: number, isWorking: boolean, now: number): void {
    if (setting > 0) {
      const to = Math.min(top(now), max * 2);
      if (to !== max) change(to, now);
      return;
    }
    const current: Rate = { max, bytesPerMs };
    // More transfers would only wait for this process.
    const highest = isWorking ? Math.min(max, top(now)) : top(now);
    if (phase.kind === 'doubling') judgeDoubling(current, phase.before, highest, now);
    else if (phase.kind === 'trying') judgeTry(current, phase.before, highest, now);
    else if (now >= phase.tryAt) tryAnother(current, highest, now);
  }

  function judgeDoubling(current: Rate, before: Rate | undefined, highest: number, now: number): void {
    const isWorthIt = !before || current.bytesPerMs >= before.bytesPerMs * doublingGain;
    if (isWorthIt && max < highest) {
      phase = { kind: 'doubling', before: current };
      change(Math.min(highest, max * 2), now);
      return;
    }
    const isAccepted = isWorthIt || current.bytesPerMs >= before.bytesPerMs * stepGain;
    if (!isAccepted) change(before.max, now);
    // Each doubling had a single measurement, so the first probe follows soon.
    settleDown(isAccepted ? 'up' : 'down', minPauseMs, now);
  }

  function judgeTry(current: Rate, before: Rate, highest: number, now: number): void {
    const requiredGain = max > before.max ? stepGain : minKeptShare;
    if (current.bytesPerMs >= before.bytesPerMs * requiredGain) {
      pause = minPauseMs;
      tryAnother(current, highest, now);
      return;
    }
    const other = max > before.max ? 'down' : 'up';
    change(before.max, now);
    settleDown(other, Math.min(maxPauseMs, pause * 2), now);
  }

  /**
   * Keeps this number for the current pause; then `next` is the direction of the probe, and `nextPause` the
   * following pause.
   */
  function settleDown(next: typeof direction, nextPause: number, now: number): void {
    direction = next;
    phase = { kind: 'steady', tryAt: now + pause };
    pause = nextPause;
  }

  /** Probes half more or a third less, by `direction`. */
  function tryAnother(before: Rate, highest: number, now: number): void {
    const up = Math.min(highest, Math.max(max + 1, Math.round(max * 1.5)));
    const down = Math.max(Math.min(minForSpeed, max), Math.min(max - 1, Math.round(max / 1.5)));
    const to = direction === 'up' ? up : down;
    if (to === max) {
      settleDown(direction === 'up' ? 'down' : 'up', Math.min(maxPauseMs, pause * 2), now);
      return;
    }
    phase = { kind: 'trying', before };
    change(to, now);
  }

  function fall(now: number): void {
    // Without a success since the last fall the host is down: that says nothing about numbers.
    if (isGoodSinceFall) wall = { max, until: now + wallFor };
    isGoodSinceFall = false;
    errorScore = 0;
    fellAt = now;
    pause = minPauseMs;
    phase = { kind: 'doubling' };
    change(Math.max(Math.min(minAfterErrors, max), Math.floor(max / 2)), now);
  }

  function note(ending: Ending, begunAt: number, now: number): void {
    if (ending === 'good') {
      errorScore = Math.max(0, errorScore - reliefOfGood);
      if (begunAt >= fellAt) isGoodSinceFall = true;
    }
    // Transfers that began before the fall are part of its cause.
    if (ending !== 'error' || begunAt < fellAt) return;
    errorScore++;
    if (errorScore > maxErrorScore) fall(now);
  }

  return {
    get max() {
      if (configured() !== setting) restart(changedAt);
      return max;
    },
    get underWay() {
      return underWay;
    },
    occupy(now) {
      if (underWay === 0 && now - lastVacated > forgottenAfter) restart(now);
      count(now);
      underWay++;
    },
    vacate(now) {
      count(now);
      underWay--;
      lastVacated = now;
    },
    measure(begunAt) {
      let sentAt = begunAt;
      let blockedSince: number | undefined;
      return {
        setBlocked(isBlocked, now) {
          if (blockedSince !== undefined) sentAt += now - blockedSince;
          blockedSince = isBlocked ? now : undefined;
        },
        responded(now) {
          const took = now - sentAt;
          responseTime = responseTime === 0 ? took : responseTime * 0.8 + took * 0.2;
          settle(sentAt >= changedAt, now);
        },
        came(bytes, now) {
          if (measuring) measuring.bytes += bytes;
          adjust(now);
        },
        ended(ending, now) {
          if (measuring && ending === 'good') measuring.ends++;
          note(ending, begunAt, now);
          adjust(now);
        },
      };
    },
  };
}
