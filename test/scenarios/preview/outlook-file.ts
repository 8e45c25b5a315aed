import { burn } from '@kenjiuno/msgreader/lib/Burner.js';

/** What a mail of Outlook says, in the order of its file. */
export interface StoredMail {
  subject: string;
  /** Name and address. */
  from: readonly [string, string];
  to: readonly (readonly [string, string])[];
  body?: string;
  html?: Buffer;
  sent?: Date;
  attachments: readonly (readonly [string, Buffer])[];
}

type Entry = Parameters<typeof burn>[0][number];
type Streams = Readonly<Record<string, Buffer>>;

/** Kinds of entries in a compound file (MS-CFB 2.6.1). */
const [storage, stream, root] = [1, 2, 5];
const text = (value: string) => Buffer.from(value, 'utf16le');

/** A property of fixed length (MS-OXMSG 2.4.2.1): its tag, its flags and eight bytes. */
function property(tag: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(tag, 0);
  bytes.writeUInt32LE(6, 4);
  bytes.writeBigUInt64LE(value, 8);
  return bytes;
}

/** Writes a file as Outlook saves mails (MS-OXMSG), its texts in Unicode. */
export function outlookFile({ subject, from, to, body, html, sent, attachments }: StoredMail): Buffer {
  // FILETIME counts tenths of microseconds from 1601.
  const time = sent && property(0x0039_0040, (BigInt(sent.getTime()) + 11_644_473_600_000n) * 10_000n);
  const entries: Entry[] = [{ name: 'Root Entry', type: root, length: 0, children: [] }];
  const add = (parent: Entry | undefined, entry: Entry) => {
    parent?.children?.push(entries.push(entry) - 1);
    return entry;
  };
  const addStreams = (parent: Entry | undefined, streams: Streams) => {
    for (const [name, bytes] of Object.entries(streams))
      add(parent, { name, type: stream, length: bytes.length, binaryProvider: () => Uint8Array.from(bytes) });
  };
  addStreams(entries[0], {
    '__properties_version1.0': Buffer.concat([Buffer.alloc(32), ...(time ? [time] : [])]),
    '__substg1.0_0037001F': text(subject),
    '__substg1.0_0C1A001F': text(from[0]),
    '__substg1.0_5D01001F': text(from[1]),
    ...(body !== undefined && { '__substg1.0_1000001F': text(body) }),
    ...(html && { '__substg1.0_10130102': html }),
  });
  const folder = (kind: string, at: number) =>
    add(entries[0], { name: `__${kind}_version1.0_#0000000${at}`, type: storage, length: 0, children: [] });
  to.forEach(([name, address], at) => {
    addStreams(folder('recip', at), {
      '__properties_version1.0': Buffer.concat([Buffer.alloc(8), property(0x0c15_0003, 1n)]),
      '__substg1.0_3001001F': text(name),
      '__substg1.0_39FE001F': text(address),
    });
  });
  attachments.forEach(([name, bytes], at) => {
    addStreams(folder('attach', at), {
      '__properties_version1.0': Buffer.alloc(8),
      '__substg1.0_3707001F': text(name),
      '__substg1.0_37010102': bytes,
    });
  });
  return Buffer.from(burn(entries));
}
