import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A downloader to compare with. */
export interface Peer {
  name: string;
  program: string;
  /** The package of Debian that it comes in. */
  debian: string;
  /** Downloads into a folder; the command line for it. */
  options(list: string, folder: string, atOnce: number): string[];
  /** What its list of addresses reads like. */
  list(addresses: readonly string[], folder: string): string;
}

export const curl: Peer = {
  name: 'curl --parallel',
  program: 'curl',
  debian: 'curl',
  options: (list, _folder, atOnce) => [
    ...['--silent', '--show-error', '--parallel', '--parallel-max', String(atOnce), '--config', list],
  ],
  list: (addresses, folder) =>
    addresses.map((url, index) => `url = "${url}"\noutput = "${join(folder, String(index))}"\n`).join(''),
};

export const aria2: Peer = {
  name: 'aria2c',
  program: 'aria2c',
  debian: 'aria2',
  options: (list, folder, atOnce) => [
    ...['--quiet', '--no-conf', `--max-concurrent-downloads=${atOnce}`],
    ...[`--dir=${folder}`, `--input-file=${list}`],
  ],
  list: (addresses) => addresses.map((url, index) => `${url}\n  out=${index}\n`).join(''),
};

/** Whether a peer is installed. */
export function isInstalled({ program }: Peer): boolean {
  return spawnSync(program, ['--version']).status === 0;
}

/**
 * The time in ms that a peer needs for the promise that Carpeta keeps, "on disk for sure, hash known": the
 * download, then `sha256sum` over the files, then `sync`. Throws when it did not bring all of them.
 */
export function timePeer(
  peer: Peer,
  {
    addresses,
    folder,
    home,
    atOnce,
  }: { addresses: readonly string[]; folder: string; home: string; atOnce: number },
): number {
  const list = join(home, 'list');
  writeFileSync(list, peer.list(addresses, folder));
  const begun = performance.now();
  run(peer.program, peer.options(list, folder, atOnce));
  const hashes = run('sh', ['-c', 'find . -type f -print0 | xargs -0 sha256sum'], folder);
  run('sync', []);
  const took = performance.now() - begun;
  const brought = hashes.split('\n').length - 1;
  if (brought !== addresses.length) throw new Error(`${peer.name} brought ${brought} of ${addresses.length}`);
  return took;
}

function run(program: string, options: string[], cwd?: string): string {
  const done = spawnSync(program, options, {
    ...(cwd !== undefined && { cwd }),
    maxBuffer: 2 ** 30,
    encoding: 'utf8',
  });
  if (done.status === 0) return done.stdout;
  throw new Error(`${program} ended with ${done.status}: ${done.stderr.slice(0, 500)}`);
}
