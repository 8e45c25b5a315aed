/** How a transfer ended, as far as it says something of the way to storage. */
export type Ending = 'good' | 'error' | 'neither';

/** One transfer as it is measured. Times are elapsed ms. */
export interface Measured {
  /** Its request waits on this side of the network, or no longer: that time is not the server's. */
  setBlocked(isBlocked: boolean, now: number): void;
  responded(now: number): void;
  came(bytes: number, now: number): void;
  ended(ending: Ending, now: number): void;
}

/**
 * How many transfers from one host are worth having at once. Where nobody has chosen a number, it doubles
 * while twice as many bring markedly more a second; then it tries now and then whether more bring more, or
 * fewer as much. Several errors among few good transfers halve it. Where this process itself is what holds
 * things up, it does not grow. Pure: the same measures, the same number.
 */
export interface AdaptiveLimit {
  /** At least 1. */
  readonly max: number;
  readonly underWay: number;
  /** A place is taken; what a transfer does before its request is none of the host's. */
  occupy(now: number): void;
  vacate(now: number): void;
  /** A request is about to be sent. */
  measure(now: number): Measured;
}

/** The most that is ever tried. */
export const maxTransfers = 64;
/** What a host begins with when nothing is known of it. */
export const firstTransfers = 6;

// Errors lower the number to this at most.
const minAfterErrors = 2;
// Comparing speeds lowers it to this at most: a single transfer that stands still must not be half of all.
const minForSpeed = 3;
// Twice as many must bring this many times as much a second, a half more this, and a third less must lose no
// more than this.
const doublingGain = 1.4;
const stepGain = 1.1;
const minKeptShare = 0.97;
// Between two tries, ms: twice as long after each that was in vain.
const minPauseMs = 2_000;
const maxPauseMs = 30_000;
// A measurement lasts this long at least, and ends after so long though not every transfer has ended, ms.
const minMeasureMs = 500;
const maxMeasureMs = 2_000;
// While it doubles, time costs more than a measurement that is less sure, ms.
const minDoublingMs = 150;
const maxDoublingMs = 600;
// Of the places, this share must have been taken for a measurement to count.
const fullShare = 0.9;
// From this share of its time on, this process is what transfers wait for.
const workShare = 0.9;
// How long a number at which errors came is not tried again, ms.
const wallFor = 60_000;
// After so long without a transfer the network may be another, ms.
const forgottenAfter = 60_000;
// An answer costs both sides about as much as so many bytes, so that answers without a body count, too.
const responseBytes = 8 * 1024;
// Each error counts 1 and each good transfer takes this back; above 2 there are too many: more than one in
// six, and no single one.
const reliefOfGood = 0.2;
const maxErrorScore = 2;

type Phase =
  /** Doubling; `before` is what half as many brought. */
  | { kind: 'doubling'; before?: Rate }
  | { kind: 'steady'; tryAt: number }
  /** Another number is tried, from one that had brought `before`. */
  | { kind: 'trying'; before: Rate };

interface Rate {
  max: number;
  bytesPerMs: number;
}

/**
 * A limit that nothing has been measured for. `chosen()` is the number that a person or an administrator has
 * set, 0 where nobody has: a set one holds but for errors. `workTime()` is how long this thread has been at
 * work, ms; 0 where that cannot be told.
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
  /** From its request to its answer, ms, of recent transfers. */
  let responseTime = 0;
  /**
   * Bytes, and transfers that ended, since as many were under way as the number now says; how long their
   * places were taken by `countedAt`, all together, ms.
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

  /** The most that may be tried now. */
  function top(now: number): number {
    const highest = setting || maxTransfers;
    return wall && now < wall.until ? Math.max(minAfterErrors, Math.min(highest, wall.max - 1)) : highest;
  }

  /** Begins a measurement as soon as what comes is what this number of transfers brings. */
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
    // Where too few wait for a place, what came says nothing of the number.
    if (isFull) judge((bytes + ends * responseBytes) / lasted, isWorking, now);
  }

  function judge(bytesPerMs: number, isWorking: boolean, now: number): void {
    if (setting > 0) {
      const to = Math.min(top(now), max * 2);
      if (to !== max) change(to, now);
      return;
    }
    const current: Rate = { max, bytesPerMs };
    // More would only wait for this process, and have it stand still for longer.
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
    // How far to double was told by one measurement each: the first try after it comes soon.
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
   * Stays at this number for the current pause; `next` is the direction that is tried then, and `nextPause`
   * the pause after that.
   */
  function settleDown(next: typeof direction, nextPause: number, now: number): void {
    direction = next;
    phase = { kind: 'steady', tryAt: now + pause };
    pause = nextPause;
  }

  /** Tries a half more or a third less, whichever's turn it is. */
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
    // Where nothing has come since it fell last, the host is away: that says nothing of numbers.
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
    // Those that were under way when it fell are part of why it did.
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
