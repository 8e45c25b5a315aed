import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { patientNames } from '../patience.ts';
import type { FileToPack } from './zip-plan.ts';

/** Writes an archive to a path where no file stands yet; uncompressed, names in UTF-8. */
export async function writeZip(
  path: string,
  files: readonly FileToPack[],
  names = patientNames(),
): Promise<void> {
  const target = await names.create(path, 0o666);
  const archive = new ZipFile();
  for (const file of files) archive.addFile(file.path, file.name, { compress: false });
  const failed = new Promise<never>((_, reject) => archive.once('error', reject));
  archive.end();
  await Promise.race([pipeline(archive.outputStream, target.createWriteStream({ flush: true })), failed]);
}
