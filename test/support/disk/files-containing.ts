import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Every file under a folder whose bytes hold a text, as UTF-8 or as UTF-16 (the form in which browsers keep
 * strings).
 */
export function filesContaining(folder: string, text: string): string[] {
  const forms = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const bytes = bytesOf(path);
      return forms.some((form) => bytes?.includes(form));
    });
}

/** A browser that runs in the folder takes files of its own away at any moment. */
function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
