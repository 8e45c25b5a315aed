/** How a transfer ended, as far as it concerns the host. */
export type Ending = 'good' | 'error' | 'neither';

/** Measures one transfer. Times are monotonic ms. */
export interface TransferMeter {
  /** The request starts or stops waiting locally: that time is not the server's. */
  setBlocked(isBlocked: boolean, now: number): void;
  onResponse(now: number): void;
  onBytes(bytes: number, now: number): void;
  onEnd(ending: Ending, now: number): void;
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
const minRemainingShare = 0.97;
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
const barrierMs = 60_000;
// After this idle time the network may have changed, ms.
const idleResetMs = 60_000;
// Cost of one response in bytes, so that responses without a body count too.
const responseBytes = 8 * 1024;
// Each error adds 1 and each success subtracts this; the limit allows single errors, but not more than one in
// six.
const errorScorePerSuccess = 0.2;
const maxErrorScore = 2;

type Phase =
  /** `before` is the rate at half the number. */
  | { kind: 'doubling'; before?: Rate }
  | { kind: 'steady'; tryAt: number }
  /** Another number is being probed; `before` is the rate at the previous one. */
  | { kind: 'trying'; before: Rate };

/**
 * Measured since the number of transfers matches the limit: bytes, ended transfers, and occupied slot time up
 * to `countedAt`, ms.
 */
interface MeasuringWindow {
  since: number;
  bytes: number;
  ends: number;
  slotMs: number;
  countedAt: number;
  workBefore: number;
}

interface Rate {
  max: number;
  bytesPerMs: number;
}

/**
 * The useful number of concurrent transfers from one host. Unless configured, it doubles while that clearly
 * increases throughput, then probes a higher or lower number at intervals. Several errors among few successes
 * halve it. It does not grow while this process is the bottleneck. Pure: equal measurements give an equal
 * number.
 */
export class TransfersPerHost {
  readonly #configured: () => number;
  readonly #workTime: () => number;
  #setting: number;
  #max: number;
  #underWay = 0;
  #phase: Phase = { kind: 'doubling' };
  #pause = minPauseMs;
  #direction: 'up' | 'down' = 'up';
  #changedAt = 0;
  #lastVacated = 0;
  /** Smoothed response time of recent transfers, ms. */
  #responseTime = 0;
  #window: MeasuringWindow | undefined;
  #errorScore = 0;
  #halvedAt = Number.NEGATIVE_INFINITY;
  #isGoodSinceHalving = true;
  /** A number that caused errors, and until when it is not tried again. */
  #barrier: { max: number; until: number } | undefined;

  /**
   * An unmeasured limit. `configured()` is the number set by user or administrator, 0 if none; only errors
   * lower it. `workTime()` is this thread's busy time, ms; 0 if unknown.
   */
  constructor(configured: () => number, workTime: () => number) {
    this.#configured = configured;
    this.#workTime = workTime;
    this.#setting = configured();
    this.#max = this.#setting || firstTransfers;
  }

  /** At least 1. */
  get max(): number {
    if (this.#configured() !== this.#setting) this.#restart(this.#changedAt);
    return this.#max;
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** Occupies a slot; time before the request is not attributed to the host. */
  occupy(now: number): void {
    if (this.#underWay === 0 && now - this.#lastVacated > idleResetMs) this.#restart(now);
    this.#addSlotTime(now);
    this.#underWay++;
  }

  vacate(now: number): void {
    this.#addSlotTime(now);
    this.#underWay--;
    this.#lastVacated = now;
  }

  /** Call when a request is about to be sent. */
  measure(begunAt: number): TransferMeter {
    let sentAt = begunAt;
    let blockedSince: number | undefined;
    return {
      setBlocked(isBlocked, now) {
        if (blockedSince !== undefined) sentAt += now - blockedSince;
        blockedSince = isBlocked ? now : undefined;
      },
      onResponse: (now) => {
        const took = now - sentAt;
        this.#responseTime = this.#responseTime === 0 ? took : this.#responseTime * 0.8 + took * 0.2;
        this.#openWindow(sentAt >= this.#changedAt, now);
      },
      onBytes: (bytes, now) => {
        if (this.#window) this.#window.bytes += bytes;
        this.#adjust(now);
      },
      onEnd: (ending, now) => {
        if (this.#window && ending === 'good') this.#window.ends++;
        this.#countError(ending, begunAt, now);
        this.#adjust(now);
      },
    };
  }

  #restart(now: number): void {
    this.#setting = this.#configured();
    this.#phase = { kind: 'doubling' };
    this.#pause = minPauseMs;
    this.#errorScore = 0;
    this.#barrier = undefined;
    this.#isGoodSinceHalving = true;
    this.#change(this.#setting || firstTransfers, now);
  }

  #change(to: number, now: number): void {
    this.#max = to;
    this.#changedAt = now;
    this.#window = undefined;
  }

  /** The current upper limit. */
  #highest(now: number): number {
    const highest = this.#setting || maxTransfers;
    return this.#barrier && now < this.#barrier.until
      ? Math.max(minAfterErrors, Math.min(highest, this.#barrier.max - 1))
      : highest;
  }

  /** Starts a measurement once responses belong to the current number. */
  #openWindow(isOfThisNumber: boolean, now: number): void {
    if (this.#window || this.#underWay !== this.#max) return;
    if (!isOfThisNumber && now - this.#changedAt < maxMeasureMs) return;
    this.#window = { since: now, bytes: 0, ends: 0, slotMs: 0, countedAt: now, workBefore: this.#workTime() };
  }

  #addSlotTime(now: number): void {
    if (!this.#window) return;
    this.#window.slotMs += this.#underWay * (now - this.#window.countedAt);
    this.#window.countedAt = now;
  }

  #adjust(now: number): void {
    if (!this.#window) {
      this.#openWindow(false, now);
      return;
    }
    const { since, bytes, ends, workBefore } = this.#window;
    const lasted = now - since;
    const [minMs, maxMs] =
      this.#phase.kind === 'doubling' ? [minDoublingMs, maxDoublingMs] : [minMeasureMs, maxMeasureMs];
    if (lasted < Math.max(minMs, 2 * this.#responseTime)) return;
    if (ends < this.#max && lasted < Math.max(maxMs, 4 * this.#responseTime)) return;
    this.#addSlotTime(now);
    const isFull = this.#window.slotMs >= lasted * this.#max * fullShare;
    const isWorking = this.#workTime() - workBefore >= lasted * workShare;
    this.#window = undefined;
    this.#changedAt = now;
    // With too few transfers the rate says nothing about the number.
    if (isFull) this.#judge((bytes + ends * responseBytes) / lasted, isWorking, now);
  }

  #judge(bytesPerMs: number, isWorking: boolean, now: number): void {
    if (this.#setting > 0) {
      const to = Math.min(this.#highest(now), this.#max * 2);
      if (to !== this.#max) this.#change(to, now);
      return;
    }
    const current: Rate = { max: this.#max, bytesPerMs };
    // More transfers would only wait for this process.
    const highest = isWorking ? Math.min(this.#max, this.#highest(now)) : this.#highest(now);
    if (this.#phase.kind === 'doubling') this.#judgeDoubling(current, this.#phase.before, highest, now);
    else if (this.#phase.kind === 'trying') this.#judgeProbe(current, this.#phase.before, highest, now);
    else if (now >= this.#phase.tryAt) this.#probe(current, highest, now);
  }

  #judgeDoubling(current: Rate, before: Rate | undefined, highest: number, now: number): void {
    const isWorthIt = !before || current.bytesPerMs >= before.bytesPerMs * doublingGain;
    if (isWorthIt && this.#max < highest) {
      this.#phase = { kind: 'doubling', before: current };
      this.#change(Math.min(highest, this.#max * 2), now);
      return;
    }
    const isAccepted = isWorthIt || current.bytesPerMs >= before.bytesPerMs * stepGain;
    if (!isAccepted) this.#change(before.max, now);
    // Each doubling had a single measurement, so the first probe follows soon.
    this.#stay(isAccepted ? 'up' : 'down', minPauseMs, now);
  }

  #judgeProbe(current: Rate, before: Rate, highest: number, now: number): void {
    const requiredGain = this.#max > before.max ? stepGain : minRemainingShare;
    if (current.bytesPerMs >= before.bytesPerMs * requiredGain) {
      this.#pause = minPauseMs;
      this.#probe(current, highest, now);
      return;
    }
    const other = this.#max > before.max ? 'down' : 'up';
    this.#change(before.max, now);
    this.#stay(other, Math.min(maxPauseMs, this.#pause * 2), now);
  }

  /**
   * Keeps this number for the current pause; then `next` is the direction of the probe, and `nextPause` the
   * following pause.
   */
  #stay(next: 'up' | 'down', nextPause: number, now: number): void {
    this.#direction = next;
    this.#phase = { kind: 'steady', tryAt: now + this.#pause };
    this.#pause = nextPause;
  }

  /** Probes half more or a third less, by `direction`. */
  #probe(before: Rate, highest: number, now: number): void {
    const up = Math.min(highest, Math.max(this.#max + 1, Math.round(this.#max * 1.5)));
    const down = Math.max(
      Math.min(minForSpeed, this.#max),
      Math.min(this.#max - 1, Math.round(this.#max / 1.5)),
    );
    const to = this.#direction === 'up' ? up : down;
    if (to === this.#max) {
      this.#stay(this.#direction === 'up' ? 'down' : 'up', Math.min(maxPauseMs, this.#pause * 2), now);
      return;
    }
    this.#phase = { kind: 'trying', before };
    this.#change(to, now);
  }

  #halve(now: number): void {
    // Without a success since the last halving the host is down: that says nothing about numbers.
    if (this.#isGoodSinceHalving) this.#barrier = { max: this.#max, until: now + barrierMs };
    this.#isGoodSinceHalving = false;
    this.#errorScore = 0;
    this.#halvedAt = now;
    this.#pause = minPauseMs;
    this.#phase = { kind: 'doubling' };
    this.#change(Math.max(Math.min(minAfterErrors, this.#max), Math.floor(this.#max / 2)), now);
  }

  #countError(ending: Ending, begunAt: number, now: number): void {
    if (ending === 'good') {
      this.#errorScore = Math.max(0, this.#errorScore - errorScorePerSuccess);
      if (begunAt >= this.#halvedAt) this.#isGoodSinceHalving = true;
    }
    // Transfers that began before the halving are part of its cause.
    if (ending !== 'error' || begunAt < this.#halvedAt) return;
    this.#errorScore++;
    if (this.#errorScore > maxErrorScore) this.#halve(now);
  }
}
