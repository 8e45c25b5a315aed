import { constants, type FileHandle } from 'node:fs/promises';
import { textOfBytes } from '../../shared/decode-text.ts';
import { AppError, isAppError } from '../../shared/errors.ts';
import { patientNames, systemCode } from '../lib/retry-while-locked.ts';

const maxKeyFileBytes = 64 * 1024;
/**
 * Further lines, quotation marks, letters beyond ASCII, a sentence, an address, or a label first:
 * `API_KEY=…`. A key may hold a blank: it is URL-encoded (api.md, Authentication).
 */
const notAKey =
  /[^ -~]|["'`{}<>]| .* |^https?:\/\/|^[\w.-]{0,40}(?:key|clave|llave|token|secret|password|credencial)[\w.-]{0,40}(?:[:=][^=]| )/i;

/**
 * The key in a file, without blanks and line ends around it and without a byte-order mark. Rejects with
 * `KEY_FILE_UNREADABLE`, which never contains the path: a key may have been typed instead of it.
 */
export async function readKeyFile(path: string, names = patientNames()): Promise<string> {
  let file: FileHandle | undefined;
  try {
    // Without O_NONBLOCK, opening a FIFO without a writer would block. Windows has neither.
    file = await names.open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const key = textOfBytes(await wholeFile(file)).trim();
    if (notAKey.test(key)) throw unreadable('EILSEQ');
    return key;
  } catch (error) {
    throw isAppError(error) ? error : unreadable(systemCode(error));
  } finally {
    await file?.close();
  }
}

async function wholeFile(file: FileHandle): Promise<Uint8Array> {
  const stats = await file.stat();
  if (!stats.isFile()) throw unreadable(stats.isDirectory() ? 'EISDIR' : 'ENOTREG');
  // One byte more than the maximum: a file that grows while it is read is too large as well.
  const bytes = Buffer.alloc(maxKeyFileBytes + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length);
    if (bytesRead === 0) return bytes.subarray(0, length);
    length += bytesRead;
    if (length > maxKeyFileBytes) throw unreadable('EFBIG');
  }
}

function unreadable(detail: string): AppError {
  return new AppError('KEY_FILE_UNREADABLE', 'the file of the key cannot be used', {
    values: { detail },
  });
}
