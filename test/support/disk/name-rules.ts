/**
 * What Windows and OneDrive say of names, written down once more and in other words than the app's own: a
 * second opinion.
 */

const devices = new Set(
  ['CON', 'PRN', 'AUX', 'NUL', 'CONIN$', 'CONOUT$', 'CLOCK$'].concat(
    ...['COM', 'LPT'].map((name) => [...'0123456789¹²³'].map((digit) => name + digit)),
  ),
);

/**
 * Why the names of a path cannot stand on Windows or in OneDrive. The last of them is a file's, which has its
 * extension still to come.
 */
export function objections(path: string): string[] {
  const names = path.split('/');
  const found = names.flatMap((name) => objection(name) ?? []);
  if (names.length > 1 && names[0]?.toLowerCase() === 'forms') found.push('SharePoint: forms at the root');
  return found;
}

function objection(name: string): string | undefined {
  if (name === '') return 'empty';
  if (name.length > 255) return 'longer than a name may be';
  if (Buffer.byteLength(name) > 255) return 'longer than a name may be on Linux';
  if (name !== name.normalize('NFC')) return 'not composed';
  for (const character of name) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 32 || (code >= 127 && code < 160)) return `control ${code}`;
    if ('<>:"/\\|?*'.includes(character)) return `character ${character}`;
    if (code >= 0xd800 && code <= 0xdfff) return 'half a character';
    if (/[\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c]/.test(character))
      return 'changes the reading direction';
    if (/[\u200b-\u200d\u2060\ufeff\u00ad]/.test(character)) return 'invisible';
  }
  if (/^ | $/.test(name)) return 'space at an end';
  if (name.endsWith('.')) return 'dot at the end';
  if (name.startsWith('~$')) return 'OneDrive: ~$';
  if (/_vti_/i.test(name)) return 'SharePoint: _vti_';
  if (['desktop.ini', '.lock'].includes(name.toLowerCase())) return 'OneDrive: refused name';
  const base = (name.split('.')[0] ?? '').trim().toUpperCase();
  return devices.has(base) ? 'device' : undefined;
}

/** What a system that folds case, width and composition takes for the same path. */
export function sameOnSomeSystem(path: string): string {
  return path.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKC');
}
