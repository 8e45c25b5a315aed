import { AppError, toErrorData } from '../../shared/errors.ts';
import type { UpdateState } from '../../shared/model/updates.ts';
import type { Clock, HttpGet, Preferences } from '../host.ts';
import { changeCheck, type LastCheck, planCheck, readCheck } from './last-check.ts';
import { askForRelease, isNewer, type Release, unusable } from './release.ts';

export interface UpdatesDeps {
  httpGet: HttpGet;
  clock: Clock;
  preferences: Preferences;
  /** The running version. */
  running: string;
  /** The https URL that names the latest release; `''` turns the check off. */
  address(): string;
  /** Shows a release's page in the person's browser. */
  openPage(page: string): Promise<void>;
  onChanged(state: UpdateState): void;
  /** Called with the error of a failed check. */
  onError(error: unknown): void;
}

/** Reports a newer version; installs nothing. */
export interface Updates {
  state(): UpdateState;
  /** Starts the daily check, for as long as the app is open. */
  begin(): void;
  /**
   * Opens the page of the newer version that is shown. Rejects with `INPUT_INVALID` for any other version.
   */
  openPage(version: string): Promise<void>;
  /** Hides the notice of a version. */
  dismiss(version: string): UpdateState;
  /** Shows the notice of a dismissed version again. */
  recall(version: string): UpdateState;
  /** Aborts a running request. */
  close(): Promise<void>;
}

/** Delay of the first check, ms: a laptop that was just opened needs time to find its network. */
const firstCheckMs = 60_000;
/**
 * Interval of testing whether a day has passed, ms: a timer does not count the hours that a laptop sleeps.
 */
const checkIntervalMs = 3_600_000;

/** Checks for newer versions at the URL in the settings. */
export function createUpdates(deps: UpdatesDeps): Updates {
  const { clock, preferences, running } = deps;
  const closing = new AbortController();
  const working = new Set<Promise<void>>();

  const checkFor = (address: string) => {
    const check = address === '' ? undefined : readCheck(preferences);
    return check?.address === address ? check : undefined;
  };

  function state(): UpdateState {
    const address = deps.address();
    return address === '' ? { kind: 'off' } : stateOf(checkFor(address), running);
  }

  /** Whether the check is due now; this process then claims it by saving the time. */
  function claim(address: string): boolean {
    if (!planCheck(readCheck(preferences), address, clock.now())) return false;
    let isOurs = false;
    changeCheck(preferences, (check) => {
      const plan = planCheck(check, address, clock.now());
      isOurs = plan?.isDue ?? false;
      return plan?.check;
    });
    return isOurs;
  }

  function note(address: string, outcome: Pick<LastCheck, 'release'> | { failure: string }): void {
    changeCheck(preferences, (check) => {
      if (check?.address !== address) return undefined;
      return { ...check, failure: undefined, ...outcome };
    });
    deps.onChanged(state());
  }

  async function ask(address: string): Promise<void> {
    try {
      const release = await askForRelease(deps, address, closing.signal);
      if (isNewer(running, release.version)) deps.onError(unusable('older', address));
      note(address, { release });
    } catch (error) {
      if (closing.signal.aborted) return;
      deps.onError(error);
      note(address, { failure: toErrorData(error).code });
    }
  }

  async function runCheck(): Promise<void> {
    try {
      const address = deps.address();
      if (address !== '' && claim(address)) await ask(address);
    } catch (error) {
      // If the time cannot be saved, no request is sent and nothing shown; the next try is in an hour.
      deps.onError(error);
    }
  }

  async function checkHourly(): Promise<void> {
    for (let wait = firstCheckMs; await hasSlept(wait); wait = checkIntervalMs) await runCheck();
  }

  async function hasSlept(ms: number): Promise<boolean> {
    try {
      await clock.sleep(ms, closing.signal);
      return true;
    } catch (error) {
      if (closing.signal.aborted) return false;
      throw error;
    }
  }

  function start(work: Promise<void>): void {
    working.add(work);
    work.catch(deps.onError).finally(() => working.delete(work));
  }

  function offered(version: string): Release | undefined {
    const release = checkFor(deps.address())?.release;
    return release?.version === version && isNewer(version, running) ? release : undefined;
  }

  function setDismissed(version: string, dismissed: string | undefined): UpdateState {
    if (offered(version)) changeCheck(preferences, (check) => check && { ...check, dismissed });
    const now = state();
    deps.onChanged(now);
    return now;
  }

  return {
    state,
    begin() {
      start(checkHourly());
    },
    async openPage(version) {
      const release = offered(version);
      if (!release) throw new AppError('INPUT_INVALID', 'not the version that is offered');
      await deps.openPage(release.page);
    },
    dismiss: (version) => setDismissed(version, version),
    recall: (version) => setDismissed(version, undefined),
    async close() {
      closing.abort();
      await Promise.all(working);
    },
  };
}

function stateOf(check: LastCheck | undefined, running: string): UpdateState {
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
