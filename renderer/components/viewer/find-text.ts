/** Places of a text, each from its first character to after its last. */
export interface Place {
  start: number;
  end: number;
}

/** Finds a text wherever it stands, whatever its case and accents; at most `most` places. */
export function findText(folded: string, text: string, most: number): Place[] {
  const wanted = fold(text);
  const places: Place[] = [];
  if (wanted === '') return places;
  for (let at = folded.indexOf(wanted); at >= 0 && places.length < most; ) {
    places.push({ start: at, end: at + wanted.length });
    at = folded.indexOf(wanted, at + wanted.length);
  }
  return places;
}

/** A text without case and accents, each character in its own place. */
export function fold(text: string): string {
  let folded = '';
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at);
    const plain = unit < '\u0080' ? unit.toLowerCase() : (unit.normalize('NFD')[0] ?? unit).toLowerCase();
    // What has another length in lower case would shift all that follows.
    folded += plain.length === 1 ? plain : unit;
  }
  return folded;
}
