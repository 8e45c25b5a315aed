/** What a labelled line says of a client, the best label of a name first: a card's `FN` is a person. */
const nameLabels = [
  /^(?:raz[oó]n social|empresa|cliente|importador|exportador|company|org)(?:;[^:]*)?:\s*(\S.*)$/i,
  /^(?:nombre|name|fn)(?: o raz[oó]n social)?(?:;[^:]*)?:\s*(\S.*)$/i,
];
const rutLabel = /^(?:x-|note(?:;[^:]*)?:\s*)?r\.?u\.?t\.?[ :]+(\d[\d.]* ?- ?[\dk])$/i;
const emailLabel = /^(?:e-?mail|correo|mail)[^:@]*:\s*([^\s@]+@[^\s@]+)$/i;

/**
 * Lines with each client of an address card or a form, whose fields have lines of their own, in one line of
 * three cells. Other lines stay as they are.
 */
export function joinLabelled(lines: readonly string[]): string[] {
  return blocksOf(lines).flatMap((block) => {
    const ruts = block.flatMap((line) => rutLabel.exec(line.trim())?.[1] ?? []);
    const [rut] = ruts;
    if (rut === undefined || ruts.length > 1) return block;
    const name = nameLabels.map((label) => valueIn(block, label)).find((value) => value !== '') ?? '';
    const email = valueIn(block, emailLabel);
    const labels = [rutLabel, emailLabel, ...nameLabels];
    const rest = block.filter((line) => !labels.some((label) => label.test(line.trim())));
    return [...rest, [rut, name.split(';')[0], email].join('\t')];
  });
}

function valueIn(block: readonly string[], label: RegExp): string {
  return block.map((line) => label.exec(line.trim())?.[1] ?? '').find((value) => value !== '') ?? '';
}

/** A block ends with an empty line or a card, or before a label that it has already. */
function blocksOf(lines: readonly string[]): string[][] {
  const blocks: string[][] = [];
  let labels = new Set<string>();
  for (const line of lines) {
    const [label = ''] = /^[^:;]{1,40}(?=[:;])/.exec(line.trim()) ?? [];
    const isEnd = line.trim() === '' || /^(?:begin|end):vcard$/i.test(line.trim());
    if (isEnd || blocks.length === 0 || (label !== '' && labels.has(label))) {
      blocks.push([]);
      labels = new Set();
    }
    labels.add(label);
    blocks.at(-1)?.push(line);
  }
  return blocks;
}
