/**
 * Rules for names on all systems: the union of what Windows, macOS, Linux, OneDrive and SharePoint reject.
 * Sources (learn.microsoft.com): "Naming Files, Paths, and Namespaces"; "Restrictions and limitations in
 * OneDrive and SharePoint".
 */

/** Longest name of a folder or file stem, in UTF-16 units. */
export const maxNameLength = 120;
// ext4, APFS and most others allow 255 bytes per name; extension and `.part` need some.
const maxNameBytes = 230;

const deviceNames = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)$/i;
/** Base names of the app's own files: the index, its lock, the checksums. */
const ownNames = new Set(['indice', 'sha256sums']);
/** Names that OneDrive rejects or ignores. */
const refusedNames = /^(desktop\.ini|thumbs\.db|\.lock|icon\r)$/i;

/**
 * Converts a text to one name of a path: valid on every system, without separators, never `.` or `..`. `''`
 * if no character is allowed.
 */
export function safeName(text: string, maxLength: number = maxNameLength): string {
  const visible = text
    .toWellFormed()
    .normalize('NFC')
    // All kinds of spaces, with line ends and tabs.
    .replace(/[\s\p{Z}\u0085]+/gu, ' ')
    // Control, bidirectional and other invisible characters; private, unassigned and lone surrogate code
    // points, and U+FFFD.
    .replace(/[\p{C}\p{DI}\ufffd]/gu, '')
    .replace(/[/\\|:\u2044\u2215\u2216\u29f8\u29f9\uff0f\uff3c\uff1a\uff5c]+/g, '-')
    .replace(/["<>*?%#\uff02\uff1c\uff1e\uff0a\uff1f]+/g, '_')
    // SharePoint rejects this anywhere in a name.
    .replace(/_vti_/gi, '_vti-')
    .normalize('NFC');
  return withoutReserved(truncateName(trimmed(visible), maxLength), maxLength);
}

function trimmed(name: string): string {
  // Leading dots hide a file; SharePoint rejects a leading tilde; Windows drops trailing dots and spaces.
  return name.replace(/^[ .~]+|(?<![ .])[ .]+$/g, '').replace(/ {2,}/g, ' ');
}

function withoutReserved(name: string, maxLength: number): string {
  const base = (name.split('.', 1)[0] ?? '').trimEnd();
  const isTaken = deviceNames.test(base) || refusedNames.test(name) || ownNames.has(foldName(base));
  if (!isTaken) return name;
  return `_${truncateName(name, maxLength - 1)}`;
}

/**
 * Truncates a name to that many UTF-16 units, at a grapheme boundary and without an end that Windows drops.
 */
export function truncateName(name: string, maxLength: number): string {
  if (maxLength === Number.POSITIVE_INFINITY) return name;
  if (name.length <= maxLength && Buffer.byteLength(name) <= maxNameBytes) return name;
  let truncated = '';
  let bytes = 0;
  for (const { segment } of graphemes.segment(name)) {
    bytes += Buffer.byteLength(segment);
    if (truncated.length + segment.length > maxLength || bytes > maxNameBytes) break;
    truncated += segment;
  }
  return trimmed(truncated);
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * A key that is equal for names (or paths with `/`) that any system treats as equal: case, width and
 * composition are folded. Folding is compatible with concatenation: the key of `name + ' (2)'` is the key of
 * `name` plus ` (2)`. It keeps the number of segments.
 */
export function foldName(path: string): string {
  return path.split('/').map(foldOne).join('/');
}

function foldOne(name: string): string {
  const folded = name.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD');
  // U+2100 decomposes to "a/c". `safeName` leaves no U+2215, so the replacement is unique.
  return folded.replaceAll('/', '\u2215');
}
