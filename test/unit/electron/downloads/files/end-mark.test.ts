import { expect, it } from 'vitest';
import { hasEndMark } from '../../../../../electron/downloads/files/index.ts';

/** The end of a ZIP's central directory, of one without files (APPNOTE 4.3.16). */
const end = Buffer.concat([Buffer.from('PK\u0005\u0006', 'latin1'), Buffer.alloc(18)]);

it.each(['zip', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'])(
  'a whole .%s shows its end, a cut one none',
  (extension) => {
    const body = { beginning: Buffer.from('PK'), opening: { text: 'PK', isXml: false }, size: end.length };
    expect(hasEndMark(extension, body, end)).toBe(true);
    expect(hasEndMark(extension, body, end.subarray(0, 10))).toBe(false);
  },
);
