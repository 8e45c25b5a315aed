/** A file to pack, or a text that becomes one, and its name in the archive. */
export type FileToPack = { name: string; bytes: number } & ({ path: string } | { text: string });

/** The size of a stored entry, with two headers: name, times and possibly 64-bit lengths. */
function entryBytes({ name, bytes }: FileToPack): number {
  return bytes + 200 + 2 * Buffer.byteLength(name);
}

/** Bytes of the end of an archive. */
const endBytes = 128;

/**
 * Splits files into archives of at most `maxBytes`, in the given order; 0 for no limit. A file that is too
 * large by itself gets its own archive and is listed in `tooLarge`. Nothing is compressed, since documents
 * already are, so sizes are known in advance.
 */
export function planArchives(
  files: readonly FileToPack[],
  maxBytes: number,
): { archives: FileToPack[][]; tooLarge: string[] } {
  const limit = maxBytes === 0 ? Number.POSITIVE_INFINITY : maxBytes;
  const archives: FileToPack[][] = [];
  const tooLarge: string[] = [];
  let current: FileToPack[] = [];
  let size = endBytes;
  const close = () => {
    if (current.length > 0) archives.push(current);
    current = [];
    size = endBytes;
  };
  for (const file of files) {
    const bytes = entryBytes(file);
    if (size + bytes > limit) close();
    current.push(file);
    size += bytes;
    if (size > limit) {
      if ('path' in file) tooLarge.push(file.path);
      close();
    }
  }
  close();
  return { archives, tooLarge };
}
