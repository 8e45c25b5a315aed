import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { terminalOptions } from '../../../scripts/terminal-options.mjs';
import { childEnvironment } from '../../support/process/child-environment.ts';

const entry = join(import.meta.dirname, '../../../electron/cli.ts');

/** How a command of the terminal ended. */
export interface Ended {
  code: number;
  /** The JSON objects of stdout, one per line. */
  events: readonly Readonly<Record<string, unknown>>[];
  stderr: string;
}

/**
 * Runs a command of the terminal as a process of its own, as `npm run cli` does, with this environment alone.
 */
export async function runTerminal(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  const child = spawn(process.execPath, [...terminalOptions, entry, ...argv, '--json'], {
    env: { ...childEnvironment(), LANG: 'es_CL.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  const lines = stdout.split('\n').filter((line) => line !== '');
  return { code, stderr, events: lines.map((line) => JSON.parse(line)) };
}
