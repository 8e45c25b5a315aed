/** A file to be packed, or a text that becomes one, and the name that it has inside. */
export type FileToPack = { name: string; bytes: number } & ({ path: string } | { text: string });

/**
 * What a stored entry takes beside its content: two headers with its name, times and, at the most, 64-bit
 * lengths.
 */
function entryBytes({ name, bytes }: FileToPack): number {
  return bytes + 200 + 2 * Buffer.byteLength(name);
}

/** What ends an archive. */
const endBytes = 128;

/**
 * Parts files into archives of at most so many bytes, in the given order; 0 is no limit. A file that is too
 * large alone stands in an archive of its own and is named in `tooLarge`. Nothing is compressed: documents
 * are already, and so the size is known beforehand.
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
