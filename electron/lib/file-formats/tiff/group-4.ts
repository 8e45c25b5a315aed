/**
 * Terminating codes of white runs of 0 to 63 pixels, then make-up codes of 64 to 1728 (ITU-T T.4, tables 2
 * and 3a).
 */
const whiteCodes =
  '00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000 000011 110100 110101 ' +
  '101010 101011 0100111 0001100 0001000 0010111 0000011 0000100 0101000 0101011 0010011 0100100 0011000 ' +
  '00000010 00000011 00011010 00011011 00010010 00010011 00010100 00010101 00010110 00010111 00101000 ' +
  '00101001 00101010 00101011 00101100 00101101 00000100 00000101 00001010 00001011 01010010 01010011 ' +
  '01010100 01010101 00100100 00100101 01011000 01011001 01011010 01011011 01001010 01001011 00110010 ' +
  '00110011 00110100 11011 10010 010111 0110111 00110110 00110111 01100100 01100101 01101000 01100111 ' +
  '011001100 011001101 011010010 011010011 011010100 011010101 011010110 011010111 011011000 011011001 ' +
  '011011010 011011011 010011000 010011001 010011010 011000 010011011';
/** The same codes of black runs. */
const blackCodes =
  '0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111 00000100 00000111 ' +
  '000011000 0000010111 0000011000 0000001000 00001100111 00001101000 00001101100 00000110111 00000101000 ' +
  '00000010111 00000011000 000011001010 000011001011 000011001100 000011001101 000001101000 000001101001 ' +
  '000001101010 000001101011 000011010010 000011010011 000011010100 000011010101 000011010110 ' +
  '000011010111 000001101100 000001101101 000011011010 000011011011 000001010100 000001010101 ' +
  '000001010110 000001010111 000001100100 000001100101 000001010010 000001010011 000000100100 ' +
  '000000110111 000000111000 000000100111 000000101000 000001011000 000001011001 000000101011 ' +
  '000000101100 000001011010 000001100110 000001100111 0000001111 000011001000 000011001001 000001011011 ' +
  '000000110011 000000110100 000000110101 0000001101100 0000001101101 0000001001010 0000001001011 ' +
  '0000001001100 0000001001101 0000001110010 0000001110011 0000001110100 0000001110101 0000001110110 ' +
  '0000001110111 0000001010010 0000001010011 0000001010100 0000001010101 0000001011010 0000001011011 ' +
  '0000001100100 0000001100101';
/** Make-up codes of 1792 to 2560 pixels of both colours (table 3b). */
const longCodes =
  '00000001000 00000001100 00000001101 000000010010 000000010011 000000010100 000000010101 000000010110 ' +
  '000000010111 000000011100 000000011101 000000011110 000000011111';
/** Modes (T.6, table 1): pass, horizontal, then the vertical ones from 3 to the left to 3 to the right. */
const modeCodes = '0001 001 0000010 000010 010 1 011 000011 0000011';
const [pass, horizontal, straight] = [0, 1, 5];

/** Two entries a node: where each bit leads; a negative one is a value: -1 for 0, -2 for 1. */
type Tree = readonly number[];

function treeOf(codes: string, toValue = (index: number) => index): Tree {
  const tree = [0, 0];
  codes.split(' ').forEach((code, index) => {
    let node = 0;
    [...code].forEach((digit, at) => {
      const branch = 2 * node + Number(digit);
      if (at === code.length - 1) tree[branch] = -1 - toValue(index);
      else {
        if (!tree[branch]) {
          tree[branch] = tree.length / 2;
          tree.push(0, 0);
        }
        node = tree[branch] ?? 0;
      }
    });
  });
  return tree;
}

const runOf = (index: number) => (index < 64 ? index : 64 * (index - 63));
const runs = [whiteCodes, blackCodes].map((codes) => treeOf(`${codes} ${longCodes}`, runOf));
const modes = treeOf(modeCodes);

class Bits {
  at = 0;
  readonly #bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The value of the next code; undefined for none of the tree's, and behind the last bit. */
  read(tree: Tree): number | undefined {
    let node = 0;
    while (this.at < 8 * this.#bytes.length) {
      const bit = ((this.#bytes[this.at >> 3] ?? 0) >> (7 - (this.at & 7))) & 1;
      this.at++;
      const next = tree[2 * node + bit] ?? 0;
      if (next < 0) return -1 - next;
      if (next === 0) return undefined;
      node = next;
    }
    return undefined;
  }

  /** A run: make-up codes and a terminating one. */
  run(colour: number): number | undefined {
    let length = 0;
    for (;;) {
      const part = this.read(runs[colour] ?? []);
      if (part === undefined) return undefined;
      length += part;
      if (part < 64) return length;
    }
  }

  /** Whether nothing is left but the end of the block or filling. */
  isAtEnd(): boolean {
    const rest = 8 * this.#bytes.length - this.at;
    let zeros = 0;
    for (; zeros < Math.min(rest, 11); zeros++) {
      const at = this.at + zeros;
      if ((((this.#bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) === 1) return false;
    }
    return true;
  }
}

interface Size {
  width: number;
  height: number;
}

/**
 * Whether each line of a fax of group 4 has the page's width and nothing follows the last (ITU-T T.6, 2.2).
 * `countsEmptyRuns`: an empty run of the line above counts as two changes, as for some programs and libtiff,
 * and not as none. `take` gets each line's changes of colour, from white on.
 */
function readsAs(
  bytes: Uint8Array,
  { width, height }: Size,
  countsEmptyRuns: boolean,
  take?: (row: number, changes: readonly number[]) => void,
): boolean {
  const bits = new Bits(bytes);
  let above: readonly number[] = [];
  for (let row = 0; row < height; row++) {
    const changes = readLine(bits, above, width);
    if (!changes) return false;
    take?.(row, changes);
    above = countsEmptyRuns ? changes : withoutEmptyRuns(changes);
  }
  return bits.isAtEnd();
}

function readLine(bits: Bits, above: readonly number[], width: number): number[] | undefined {
  const changes: number[] = [];
  let [at, colour, next] = [-1, 0, 0];
  while (at < width) {
    while (next > 0 && (above[next - 1] ?? 0) > at) next--;
    while (next < above.length && ((above[next] ?? 0) <= at || (next & 1) !== colour)) next++;
    const mode = bits.read(modes);
    if (mode === undefined) return undefined;
    if (mode === pass) at = above[next + 1] ?? width;
    else if (mode === horizontal) {
      const [first, second] = [bits.run(colour), bits.run(1 - colour)];
      if (first === undefined || second === undefined) return undefined;
      const from = Math.max(at, 0);
      at = from + first + second;
      changes.push(from + first, at);
    } else {
      at = (above[next] ?? width) + mode - straight;
      if (at < (changes.at(-1) ?? 0)) return undefined;
      changes.push(at);
      colour = 1 - colour;
    }
  }
  return at === width ? changes : undefined;
}

function withoutEmptyRuns(changes: readonly number[]): number[] {
  const colourChanges: number[] = [];
  for (const change of changes) {
    if (colourChanges.at(-1) === change) colourChanges.pop();
    else colourChanges.push(change);
  }
  return colourChanges;
}

/**
 * Whether the lines of a fax of group 4 add up only where empty runs count. PDF readers do not count them and
 * draw black beams from there on.
 */
export function hasEmptyRuns(bytes: Uint8Array, size: Size): boolean {
  return !readsAs(bytes, size, false) && readsAs(bytes, size, true);
}

/** The bits of a fax, black as 1, each row from a byte on; `countsEmptyRuns` as in {@link readsAs}. */
export function bitsOfGroup4(bytes: Uint8Array, size: Size, countsEmptyRuns: boolean): Uint8Array {
  const rowBytes = Math.ceil(size.width / 8);
  const target = new Uint8Array(rowBytes * size.height);
  readsAs(bytes, size, countsEmptyRuns, (row, changes) => {
    for (let index = 0; index < changes.length; index += 2) {
      const end = changes[index + 1] ?? size.width;
      for (let x = changes[index] ?? end; x < end; x++) {
        const at = row * rowBytes + (x >> 3);
        target[at] = (target[at] ?? 0) | (0x80 >> (x & 7));
      }
    }
  });
  return target;
}
