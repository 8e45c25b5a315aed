import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { FileToPack } from './zip-plan.ts';

/** Writes an archive to a path where no file stands yet; uncompressed, names in UTF-8. */
export async function writeZip(path: string, files: readonly FileToPack[]): Promise<void> {
  const archive = new ZipFile();
  for (const file of files) archive.addFile(file.path, file.name, { compress: false });
  const failed = new Promise<never>((_, reject) => archive.once('error', reject));
  archive.end();
  await Promise.race([
    pipeline(archive.outputStream, createWriteStream(path, { flags: 'wx', flush: true })),
    failed,
  ]);
}
