/** A directory's values by tag: numbers as 32 bits, a Buffer as bytes. */
export type TiffFields = Readonly<Record<number, number | readonly number[] | Buffer>>;

/** A page: its fields but for where its strips lie, and the strips. */
export interface MadePage {
  fields: TiffFields;
  strips: readonly Buffer[];
}

/** A TIFF of these pages, its directories one after the other. */
export function madeTiff(pages: readonly MadePage[], { isLittle = true } = {}): Buffer {
  const chunks: Buffer[] = [Buffer.from(isLittle ? 'II*\0\0\0\0\0' : 'MM\0*\0\0\0\0', 'latin1')];
  let length = 8;
  const put = (bytes: Buffer) => {
    const at = length;
    chunks.push(bytes);
    length += bytes.length;
    if (length % 2 === 1) {
      chunks.push(Buffer.alloc(1));
      length += 1;
    }
    return at;
  };
  const long = (value: number) => {
    const bytes = Buffer.alloc(4);
    if (isLittle) bytes.writeUInt32LE(value);
    else bytes.writeUInt32BE(value);
    return bytes;
  };
  const short = (value: number) => {
    const bytes = Buffer.alloc(2);
    if (isLittle) bytes.writeUInt16LE(value);
    else bytes.writeUInt16BE(value);
    return bytes;
  };
  let before = chunks[0];
  let beforeAt = 4;
  for (const { fields, strips } of pages) {
    const offsets = strips.map(put);
    const all = { 273: offsets, 279: strips.map((strip) => strip.length), ...fields };
    const entries = Object.entries(all).map(([tag, value]) => {
      const isBytes = Buffer.isBuffer(value);
      const values = isBytes ? value : Buffer.concat([value].flat().map(long));
      const count = isBytes ? value.length : values.length / 4;
      const inside =
        values.length > 4 ? long(put(values)) : Buffer.concat([values, Buffer.alloc(4)]).subarray(0, 4);
      return Buffer.concat([short(Number(tag)), short(isBytes ? 7 : 4), long(count), inside]);
    });
    const directory = Buffer.concat([short(entries.length), ...entries, long(0)]);
    const at = put(directory);
    if (before !== undefined) long(at).copy(before, beforeAt);
    before = directory;
    beforeAt = directory.length - 4;
  }
  return Buffer.concat(chunks);
}
