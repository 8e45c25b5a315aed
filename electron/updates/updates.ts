import { AppError, toErrorData } from '../../shared/errors.ts';
import type { UpdateState } from '../../shared/model/updates.ts';
import type { Clock, HttpGet, Preferences } from '../host.ts';
import { hasSlept } from '../lib/async.ts';
import { changeCheck, planCheck, readCheck, type UpdateCheck } from './check-schedule.ts';
import { fetchRelease, isNewer, type Release, unusableRelease } from './fetch-release.ts';

export interface UpdatesContext {
  httpGet: HttpGet;
  clock: Clock;
  preferences: Preferences;
  /** The running version. */
  version: string;
  /** The https URL that names the latest release; `''` turns the check off. */
  address(): string;
  /** Shows a release's page in the person's browser. */
  openPage(page: string): Promise<void>;
  onChanged(state: UpdateState): void;
  /** Called with the error of a failed check. */
  onError(error: unknown): void;
}

/** Delay of the first check, ms: a laptop that was just opened needs time to find its network. */
const firstCheckMs = 60_000;
/**
 * Interval of testing whether a day has passed, ms: a timer does not count the hours that a laptop sleeps.
 */
const checkIntervalMs = 3_600_000;

/** Checks for newer versions at the URL in the settings, and reports them; installs nothing. */
export class Updates {
  readonly #context: UpdatesContext;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(context: UpdatesContext) {
    this.#context = context;
  }

  state(): UpdateState {
    const address = this.#context.address();
    return address === '' ? { kind: 'off' } : stateOf(this.#checkOf(address), this.#context.version);
  }

  /** Starts the daily check, for as long as the app is open. */
  begin(): void {
    const checks = this.#checkHourly();
    this.#running.add(checks);
    checks.catch(this.#context.onError).finally(() => this.#running.delete(checks));
  }

  /**
   * Opens the page of the newer version that is shown. Rejects with `INPUT_INVALID` for any other version.
   */
  async openPage(version: string): Promise<void> {
    const release = this.#offered(version);
    if (!release) throw new AppError('INPUT_INVALID', 'not the version that is offered');
    await this.#context.openPage(release.page);
  }

  /** Hides the notice of a version. */
  dismiss(version: string): UpdateState {
    return this.#setDismissed(version, version);
  }

  /** Shows the notice of a dismissed version again. */
  recall(version: string): UpdateState {
    return this.#setDismissed(version, undefined);
  }

  /** Aborts a running request. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#running);
  }

  async #checkHourly(): Promise<void> {
    const { clock } = this.#context;
    const { signal } = this.#closing;
    for (let ms = firstCheckMs; await hasSlept(clock, ms, signal); ms = checkIntervalMs)
      await this.#runCheck();
  }

  async #runCheck(): Promise<void> {
    try {
      const address = this.#context.address();
      if (address !== '' && this.#claim(address)) await this.#check(address);
    } catch (error) {
      // If the time cannot be saved, no request is sent and nothing shown; the next try is in an hour.
      this.#context.onError(error);
    }
  }

  /** Whether the check is due now; this process then claims it by saving the time. */
  #claim(address: string): boolean {
    const { clock, preferences } = this.#context;
    if (!planCheck(readCheck(preferences), address, clock.now())) return false;
    let isOurs = false;
    changeCheck(preferences, (check) => {
      const plan = planCheck(check, address, clock.now());
      isOurs = plan?.isDue ?? false;
      return plan?.check;
    });
    return isOurs;
  }

  async #check(address: string): Promise<void> {
    const { version, onError } = this.#context;
    try {
      const release = await fetchRelease(this.#context, address, this.#closing.signal);
      if (isNewer(version, release.version)) onError(unusableRelease('older', address));
      this.#save(address, { release });
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      onError(error);
      this.#save(address, { failure: toErrorData(error).code });
    }
  }

  #save(address: string, outcome: Pick<UpdateCheck, 'release'> | { failure: string }): void {
    changeCheck(this.#context.preferences, (check) => {
      if (check?.address !== address) return undefined;
      return { ...check, failure: undefined, ...outcome };
    });
    this.#context.onChanged(this.state());
  }

  /** The last check of a URL. */
  #checkOf(address: string): UpdateCheck | undefined {
    const check = address === '' ? undefined : readCheck(this.#context.preferences);
    return check?.address === address ? check : undefined;
  }

  /** The release of a version that is newer than the running one. */
  #offered(version: string): Release | undefined {
    const release = this.#checkOf(this.#context.address())?.release;
    return release?.version === version && isNewer(version, this.#context.version) ? release : undefined;
  }

  #setDismissed(version: string, dismissed: string | undefined): UpdateState {
    const { preferences, onChanged } = this.#context;
    if (this.#offered(version)) changeCheck(preferences, (check) => check && { ...check, dismissed });
    const state = this.state();
    onChanged(state);
    return state;
  }
}

function stateOf(check: UpdateCheck | undefined, running: string): UpdateState {
  if (!check) return { kind: 'unasked' };
  const { release, failure, dismissed } = check;
  const at = new Date(check.askedAt).toISOString();
  if (release && isNewer(release.version, running)) {
    const { host } = new URL(release.page);
    return { kind: 'newer', at, version: release.version, host, isDismissed: dismissed === release.version };
  }
  if (failure !== undefined) return { kind: 'failed', at, code: failure };
  return release ? { kind: 'current', at } : { kind: 'unasked' };
}
