import { randomInt } from 'node:crypto';
import type { PracticeAgency, PracticeOptions } from '../../support/agency/practice-agency.ts';
import { startAgency } from './agency.ts';

/**
 * Ports from the first of these to before the second. Systems give those from 32768 on to connections, and to
 * servers that take any: there, one that an agency had is another's when it is opened again.
 */
const ports = [20_000, 32_768] as const;

/** Starts an agency that may be closed and started again: no connection gets its ports meanwhile. */
export async function startAtOwnPorts(options: PracticeOptions): Promise<PracticeAgency> {
  for (;;) {
    const chosen = { port: randomInt(...ports), storagePort: randomInt(...ports) };
    try {
      return await startAgency({ ...options, ...chosen });
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
}

/** Starts an agency once more that was closed, where it was. */
export function restart(
  { baseUrl, storageUrl, key }: PracticeAgency,
  options: PracticeOptions,
): Promise<PracticeAgency> {
  return startAgency({ ...options, key, port: portOf(baseUrl), storagePort: portOf(storageUrl) });
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** Whether somebody has the port, or the system keeps it for itself, as Windows does with some. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['EADDRINUSE', 'EACCES'].includes(String(error.code));
}
