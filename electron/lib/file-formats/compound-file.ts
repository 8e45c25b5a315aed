/** The beginning of a compound file: an Outlook mail, a document of old Office, or any that is enciphered. */
const compoundMark = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Size of an entry in the directory of a compound file (MS-CFB, 2.6.1), bytes. */
const entryBytes = 128;
const streamType = 2;

/** Records of a workbook (MS-XLS, 2.3): it may be saved for reading alone before its password. */
const [writeProtect, filePass] = [0x86, 0x2f];
/** Bit of a text document whose letters are enciphered (MS-DOC, 2.5.2). */
const fibEncrypted = 0x100;

export function isCompoundFile(bytes: Buffer): boolean {
  return bytes.subarray(0, compoundMark.length).equals(compoundMark);
}

/** Whether a file is a document of Office that needs a password, of any version. */
export function isEncryptedOffice(bytes: Buffer): boolean {
  if (!isCompoundFile(bytes) || bytes.length < 512) return false;
  // Office 2007 and later encipher the whole archive (MS-OFFCRYPTO, 2.3.4.4).
  if (entryOf(bytes, 'EncryptedPackage')) return true;
  const text = streamOf(bytes, 'WordDocument');
  if (text && text.length > 12 && (text.readUInt16LE(10) & fibEncrypted) !== 0) return true;
  const workbook = streamOf(bytes, 'Workbook') ?? streamOf(bytes, 'Book');
  return workbook !== undefined && hasFilePass(workbook);
}

/** The record is behind the first one, or behind that for reading alone. */
function hasFilePass(workbook: Buffer): boolean {
  let at = 0;
  for (let record = 0; record < 3 && at + 4 <= workbook.length; record++) {
    const id = workbook.readUInt16LE(at);
    if (id === filePass) return true;
    if (record > 0 && id !== writeProtect) return false;
    at += 4 + workbook.readUInt16LE(at + 2);
  }
  return false;
}

/** A stream from its first sector on: its further sectors may lie elsewhere. */
function streamOf(bytes: Buffer, name: string): Buffer | undefined {
  const entry = entryOf(bytes, name);
  const sectorBytes = 2 ** Math.min(bytes.readUInt16LE(30), 16);
  return entry && bytes.subarray((entry.readUInt32LE(116) + 1) * sectorBytes);
}

/** The entry of a stream in the directory, whose sectors are wherever the file has them. */
function entryOf(bytes: Buffer, name: string): Buffer | undefined {
  const written = Buffer.from(`${name}\0`, 'utf16le');
  for (let at = bytes.indexOf(written); at >= 0; at = bytes.indexOf(written, at + 1)) {
    const entry = bytes.subarray(at, at + entryBytes);
    const isEntry = at % entryBytes === 0 && entry.length === entryBytes;
    if (isEntry && entry.readUInt16LE(64) === written.length && entry[66] === streamType) return entry;
  }
  return undefined;
}
