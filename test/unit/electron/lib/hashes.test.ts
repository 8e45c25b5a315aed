import { describe, expect, it } from 'vitest';
import { crc32c, crc32cInBase64 } from '../../../../electron/lib/hashes.ts';

describe('CRC-32C', () => {
  // RFC 3720, B.4, and the check value of the polynomial's catalogue entry.
  it.each([
    ['nothing', Buffer.alloc(0), 0],
    ['the check text', Buffer.from('123456789'), 0xe3069283],
    ['32 zeros', Buffer.alloc(32), 0x8a9136aa],
    ['32 bytes of ones', Buffer.alloc(32, 0xff), 0x62a8ab43],
    ['0 to 31', Buffer.from([...Array(32).keys()]), 0x46dd794e],
    ['31 to 0', Buffer.from([...Array(32).keys()].toReversed()), 0x113fdb5c],
  ])('of %s', (_row, bytes, expected) => {
    expect(crc32c(bytes)).toBe(expected);
  });

  it('in pieces of any length is that of the whole', () => {
    const bytes = Buffer.from([...Array(100).keys()].map((index) => (index * 37) & 0xff));
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(crc32c(bytes.subarray(cut), crc32c(bytes.subarray(0, cut)))).toBe(crc32c(bytes));
    }
  });

  it('is carried big-endian in base64', () => {
    expect(crc32cInBase64(0xe3069283)).toBe(Buffer.from('e3069283', 'hex').toString('base64'));
  });
});
