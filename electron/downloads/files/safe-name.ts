/**
 * One rule set for names on all systems, the union of what Windows, macOS, Linux, OneDrive and SharePoint
 * refuse (learn.microsoft.com, "Naming Files, Paths, and Namespaces" and "Restrictions and limitations in
 * OneDrive and SharePoint").
 */

/** Longest name of a folder or file stem, in UTF-16 units. */
export const maxNameLength = 120;
// ext4, APFS and most others hold 255 bytes per name; extension and `.part` need room.
const maxNameBytes = 230;

const deviceNames = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)$/i;
/** Names of the app's own files, whatever follows their first dot: the index, its lock, the checksums. */
const ownNames = new Set(['indice', 'sha256sums']);
/** Names that OneDrive refuses or leaves out as a whole. */
const refusedNames = /^(desktop\.ini|thumbs\.db|\.lock|icon\r)$/i;

/**
 * A text as one name of a path: valid on every system, without a separator, never `.` or `..`; `''` when
 * nothing of it may stand.
 */
export function safeName(text: string, maxLength: number = maxNameLength): string {
  const visible = text
    .toWellFormed()
    .normalize('NFC')
    // Spaces of all kinds, line ends and tabs included.
    .replace(/[\s\p{Z}\u0085]+/gu, ' ')
    // Controls, bidirectional and other invisible marks, private, unassigned and lone surrogate code points,
    // and U+FFFD for them.
    .replace(/[\p{C}\p{DI}\ufffd]/gu, '')
    .replace(/[/\\|:\u2044\u2215\u2216\u29f8\u29f9\uff0f\uff3c\uff1a\uff5c]+/g, '-')
    .replace(/["<>*?%#\uff02\uff1c\uff1e\uff0a\uff1f]+/g, '_')
    // SharePoint refuses this anywhere in a name.
    .replace(/_vti_/gi, '_vti-')
    .normalize('NFC');
  return withoutReserved(truncateName(trimmed(visible), maxLength), maxLength);
}

function trimmed(name: string): string {
  // Leading dots hide a file, a leading tilde is refused by SharePoint, trailing dots and spaces vanish on
  // Windows.
  return name.replace(/^[ .~]+|(?<![ .])[ .]+$/g, '').replace(/ {2,}/g, ' ');
}

function withoutReserved(name: string, maxLength: number): string {
  const base = (name.split('.', 1)[0] ?? '').trimEnd();
  const isTaken = deviceNames.test(base) || refusedNames.test(name) || ownNames.has(foldName(base));
  if (!isTaken) return name;
  return `_${truncateName(name, maxLength - 1)}`;
}

/**
 * The beginning of a name, at most so many UTF-16 units, no character cut in two and nothing left at its end
 * that Windows drops.
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
 * What two names, or paths with `/` between their names, share when any system takes them for one: case,
 * width and composition folded. Folding joins text as it joins names: the key of `name + ' (2)'` is the key
 * of `name` with ` (2)` behind it. A path's key has as many names as the path.
 */
export function foldName(path: string): string {
  return path.split('/').map(foldOne).join('/');
}

function foldOne(name: string): string {
  const folded = name.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD');
  // U+2100 is "a/c" when it is taken apart. No name has this slash: `safeName` leaves none.
  return folded.replaceAll('/', '\u2215');
}
