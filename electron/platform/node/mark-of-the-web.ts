import { execFile } from 'node:child_process';
import { lstat, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Clock } from '../../host.ts';
import { isBusy, machineTime, patiently, patientNames } from '../../lib/retry-while-locked.ts';

const execute = promisify(execFile);

/** Access to the system for marking files; a port, so that every system's way runs in tests. */
interface MarkOptions {
  platform?: NodeJS.Platform;
  /** Seconds since 1970. */
  now?: () => number;
  run?: (program: string, args: readonly string[]) => Promise<unknown>;
  write?: (path: string, text: string) => Promise<void>;
  /** Paces the retries while another program locks the file. */
  clock?: Pick<Clock, 'sleep'>;
}

/**
 * Marks a file from outside: Mark of the Web on Windows, quarantine on macOS, nothing elsewhere. The mark
 * names the internet as its source, never the link. Where the file system has no such marks (FAT, some
 * shares), the file stays unmarked and no extra file is left. Marking may change the modification time:
 * record it afterwards.
 */
export async function markAsForeign(path: string, options: MarkOptions = {}): Promise<void> {
  const {
    platform = process.platform,
    now = () => Date.now() / 1000,
    run = execute,
    write = writeFile,
    clock = machineTime,
  } = options;
  try {
    if (platform === 'win32')
      await writeStream(path, 'Zone.Identifier', '[ZoneTransfer]\r\nZoneId=3\r\n', write, clock);
    if (platform === 'darwin') {
      // Flags 0081: downloaded, not yet opened; then the time in hexadecimal seconds and the program's name.
      const mark = `0081;${Math.floor(now()).toString(16)};Carpeta;`;
      await run('/usr/bin/xattr', ['-w', 'com.apple.quarantine', mark, path]);
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
}

/**
 * Writes a stream of an existing file. Some shares of other systems know no streams and create a file of that
 * name instead, which is removed.
 */
async function writeStream(
  path: string,
  name: string,
  text: string,
  write: NonNullable<MarkOptions['write']>,
  clock: Pick<Clock, 'sleep'>,
): Promise<void> {
  const stream = `${path}:${name}`;
  await patiently(clock, () => write(stream, text), { mayPass: isBusy });
  const [file, written] = await Promise.all([path, stream].map((each) => lstat(each, { bigint: true })));
  if (file?.ino !== written?.ino) await patientNames().remove(stream);
}
