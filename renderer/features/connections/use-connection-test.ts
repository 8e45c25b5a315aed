import { useEffect, useRef, useState } from 'react';
import { type AppError, toAppError } from '../../../shared/errors.ts';
import type { ConnectionTest } from '../../../shared/model/connection.ts';

/** The state of a connection test. */
export type ConnectionTestState =
  | { kind: 'none' }
  /** `isLong` after the time at which a person begins to wonder. */
  | { kind: 'trying'; isLong: boolean }
  | { kind: 'good'; test: ConnectionTest }
  | { kind: 'bad'; error: AppError }
  /** The person cancelled it. */
  | { kind: 'left' };

const longMs = 5_000;

/**
 * One test at a time, of a connection or of a key: started by `attempt`, cancelled by `leave`, cleared by
 * `forget`.
 */
export function useConnectionTest() {
  const [trial, setTrial] = useState<ConnectionTestState>({ kind: 'none' });
  const latest = useRef(0);
  const isTrying = trial.kind === 'trying';
  useEffect(() => {
    if (!isTrying) return;
    const timer = setTimeout(
      () => setTrial((now) => (now.kind === 'trying' ? { kind: 'trying', isLong: true } : now)),
      longMs,
    );
    return () => clearTimeout(timer);
  }, [isTrying]);

  function end(next: ConnectionTestState): void {
    latest.current++;
    setTrial(next);
  }

  /** Whether it succeeded; false if the person cancelled or edited meanwhile. */
  async function attempt(test: () => Promise<ConnectionTest>): Promise<boolean> {
    end({ kind: 'trying', isLong: false });
    const own = latest.current;
    const result: ConnectionTestState = await test().then(
      (test) => ({ kind: 'good', test }),
      (error: unknown) => ({ kind: 'bad', error: toAppError(error) }),
    );
    if (own !== latest.current) return false;
    setTrial(result);
    return result.kind === 'good';
  }

  return { trial, attempt, leave: () => end({ kind: 'left' }), forget: () => end({ kind: 'none' }) };
}
