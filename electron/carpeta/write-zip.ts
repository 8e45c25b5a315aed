import { lstat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { type FileNames, openUnlinked, patientNames } from '../disk/index.ts';
import type { FileToPack } from './zip-plan.ts';

/** Writes an archive to a path where no file stands yet; uncompressed, names in UTF-8. */
export async function writeZip(
  path: string,
  files: readonly FileToPack[],
  names = patientNames(),
): Promise<void> {
  const target = await names.create(path, 0o666);
  const archive = new ZipFile();
  const failed = new Promise<never>((_, reject) => archive.once('error', reject));
  // Heard once all files have been looked at, which a first one that cannot be opened does not wait for.
  failed.catch(() => undefined);
  for (const file of files) {
    if ('text' in file) {
      archive.addBuffer(Buffer.from(file.text), file.name, { compress: false });
      continue;
    }
    const { size, mtime, mode } = await lstat(file.path);
    const content = Readable.from(contentOf(file.path, names));
    content.once('error', (thrown) => archive.emit('error', thrown));
    archive.addReadStream(content, file.name, { compress: false, size, mtime, mode });
  }
  archive.end();
  await Promise.race([pipeline(archive.outputStream, target.createWriteStream({ flush: true })), failed]);
}

/** Opened when its turn comes: an archive may hold more papers than a process may have open files. */
async function* contentOf(path: string, names: FileNames): AsyncGenerator<Uint8Array> {
  yield* (await openUnlinked(path, names)).createReadStream();
}
