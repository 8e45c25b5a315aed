import { companyForm } from '../../shared/model/client-names.ts';
import { withoutListMark } from './pasted-cells.ts';

/** What a labelled line says of a client, the best label of a name first: a card's `FN` is a person. */
const nameLabels = [
  /^(?:raz[oó]n social|empresa|cliente|importador|exportador|company|org)(?:;[^:]*)?:\s*(\S.*)$/i,
  /^(?:nombre|name|fn)(?: o raz[oó]n social)?(?:;[^:]*)?:\s*(\S.*)$/i,
];
const rutLabel = /^(?:x-|note(?:;[^:]*)?:\s*)?r\.?u\.?t\.?[ :]+(\d[\d.]* ?- ?[\dk])$/i;
const emailLabel = /^(?:e-?mail|correo|mail)[^:@]*:\s*([^\s@]+@[^\s@]+)$/i;

const rutAlone = /^(?:r\.?u\.?t\.?:? ?)?\d[\d.]* ?- ?[\dk]$/i;
const emailAlone = /^[^\s@]+@[^\s@]+$/;

/**
 * Lines with each client of an address card, a form or a stack, whose fields have lines of their own, in one
 * line of three cells. Other lines stay as they are.
 */
export function joinLabelled(lines: readonly string[]): string[] {
  const blocks = blocksOf(lines);
  const stacks = blocks.map((block) => stackedClients(block) ?? []);
  // Without a company among them, they may be greetings above a RUT.
  const areStacks = stacks.flat().some(([, name]) => companyForm.test(name));
  return blocks.flatMap((block, index) => {
    const stack = stacks[index] ?? [];
    if (areStacks && stack.length > 0) return stack.map((cells) => cells.join('\t'));
    const ruts = block.flatMap((line) => rutLabel.exec(bareLine(line))?.[1] ?? []);
    const [rut] = ruts;
    if (rut === undefined || ruts.length > 1) return block;
    const name = nameLabels.map((label) => valueIn(block, label)).find((value) => value !== '') ?? '';
    const email = valueIn(block, emailLabel);
    const labels = [rutLabel, emailLabel, ...nameLabels];
    const rest = block.filter((line) => !labels.some((label) => label.test(bareLine(line))));
    return [...rest, [rut, name.split(';')[0], email].join('\t')];
  });
}

/**
 * The RUT, name and e-mail of each client of a block whose lines are each one of them, always in one order.
 * Undefined where a line is something else.
 */
function stackedClients(block: readonly string[]): [string, string, string][] | undefined {
  const lines = block.map((line) => line.trim()).filter((line) => line !== '');
  const ruts = lines.flatMap((line, index) => (rutAlone.test(line) ? [index] : []));
  const [first] = ruts;
  if (first === undefined || first > 1) return undefined;
  const clients: [string, string, string][] = [];
  for (const [index, at] of ruts.entries()) {
    const next = ruts[index + 1];
    const group = lines.slice(at - first, next === undefined ? undefined : next - first);
    const others = group.filter((line) => !rutAlone.test(line));
    const [[name, ...furtherNames], [email = '', ...furtherEmails]] = [
      others.filter((line) => !emailAlone.test(line)),
      others.filter((line) => emailAlone.test(line)),
    ];
    if (name === undefined || furtherNames.length + furtherEmails.length > 0 || /[\t;|:]/.test(name))
      return undefined;
    clients.push([lines[at] ?? '', name, email]);
  }
  return clients;
}

/** A field without the bullet of a list: `- rut: 76086428-5`. */
function bareLine(line: string): string {
  return withoutListMark(line.trim());
}

function valueIn(block: readonly string[], label: RegExp): string {
  return block.map((line) => label.exec(bareLine(line))?.[1] ?? '').find((value) => value !== '') ?? '';
}

/** A block ends with an empty line or a card, or before a label that it has already. */
function blocksOf(lines: readonly string[]): string[][] {
  const blocks: string[][] = [];
  let labels = new Set<string>();
  for (const line of lines) {
    const [label = ''] = /^[^:;]{1,40}(?=[:;])/.exec(bareLine(line)) ?? [];
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
