import { spawn } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { runCli } from '../../../electron/cli/run.ts';
import type { Clock, Host, StartWorker } from '../../../electron/host.ts';
import { createTerminalHost } from '../../../electron/platform/terminal/index.ts';
import { sourceOptions } from '../../../scripts/source-options.mjs';
import { bundledWorkerOptions } from '../database/store-worker-files.mjs';
import { temporaryFolder } from '../disk/temporary-folder.ts';
import { childEnvironment } from '../process/child-environment.ts';

/** How a command ended. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
  /** The JSON objects of stdout. */
  events: CliEvent[];
}

export interface CliEvent {
  event: string;
  item?: Readonly<Record<string, unknown>>;
  [fact: string]: unknown;
}

export interface CliOptions {
  env?: Readonly<Record<string, string>>;
  stdin?: string;
  signal?: AbortSignal;
  /** In this process alone: whether a person looks at stderr. */
  isWatched?: boolean;
  /** In this process alone: the time that waits between attempts take. */
  clock?: Clock;
  /** In this process alone: starts its processes and threads. */
  startWorker?: StartWorker;
  /** In this process alone: what an administrator has set. */
  readManaged?: NonNullable<Host['readManaged']>;
  /** In this process alone: hears what it says to people as it says it. */
  onSaid?: (text: string) => void;
}

/** Runs a command in this process, over streams of its own. */
export async function cli(
  argv: readonly string[],
  {
    env: environment = {},
    stdin = '',
    signal,
    isWatched = false,
    clock,
    startWorker,
    readManaged,
    onSaid,
  }: CliOptions = {},
): Promise<Ended> {
  const env = withOwnHome(environment);
  const [stdout, stderr] = [new PassThrough(), Object.assign(new PassThrough(), { isTTY: isWatched })];
  const input = new PassThrough();
  input.end(stdin);
  if (onSaid) stderr.on('data', (bytes) => onSaid(String(bytes)));
  const said = Promise.all([textOf(stdout), textOf(stderr)]);
  const code = await runCli(argv, {
    env,
    stdin: input,
    stdout,
    stderr,
    signal: signal ?? new AbortController().signal,
    startHost: () => ({
      ...createTerminalHost(env),
      ...(clock && { clock }),
      ...(startWorker && { startWorker }),
      ...(readManaged && { readManaged }),
    }),
  });
  stdout.end();
  stderr.end();
  const [out, error] = await said;
  return { code, stdout: out, stderr: error, events: eventsOf(out) };
}

/** A command as a process of its own. */
export interface RunningCli {
  pid: number;
  /** Resolves once this stands in what it has said on stdout, or it has ended. */
  until(pattern: RegExp): Promise<void>;
  kill(signal?: NodeJS.Signals): void;
  ended: Promise<Ended>;
}

/** No test touches the settings of whoever runs it. */
function withOwnHome(env: Readonly<Record<string, string>>): Record<string, string> {
  return { CARPETA_HOME: env['CARPETA_HOME'] ?? temporaryFolder(), ...env };
}

const entry = fileURLToPath(new URL('../../../electron/cli.ts', import.meta.url));

/**
 * Runs a command as a process of its own, with this environment and nothing else of ours but what {@link
 * childEnvironment} gives.
 */
export function spawnCli(argv: readonly string[], { env = {}, stdin = '' }: CliOptions = {}): RunningCli {
  const child = spawn(process.execPath, [...sourceOptions, ...bundledWorkerOptions, entry, ...argv], {
    env: { ...childEnvironment(), LANG: 'es_CL.UTF-8', ...withOwnHome(env) },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(stdin);
  let out = '';
  let watch: () => void = () => undefined;
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk;
    watch();
  });
  const said = Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  const exited = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? -1)));
  return {
    pid: child.pid ?? -1,
    until: (pattern) =>
      new Promise((resolve) => {
        watch = () => {
          if (pattern.test(out)) resolve();
        };
        watch();
        exited.then(() => resolve());
      }),
    kill: (signal) => void child.kill(signal),
    ended: Promise.all([exited, said]).then(([code, [stdout, stderr]]) => ({
      code,
      stdout,
      stderr,
      events: eventsOf(stdout),
    })),
  };
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  stream.setEncoding('utf8');
  for await (const chunk of stream) text += String(chunk);
  return text;
}

function eventsOf(stdout: string): CliEvent[] {
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line): CliEvent => JSON.parse(line));
}
