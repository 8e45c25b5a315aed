/** A shorter one could be in a code by chance. */
const shortestEncoded = 12;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * A secret as a program writes bytes: hexadecimal digits in either case, and base64 of both alphabets, also in the middle of what was encoded with it
 * (`user:key`). None for a secret that is short.
 */
export function encodedForms(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret);
  if (bytes.length < shortestEncoded) return [];
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const base64 = [0, 1, 2].map((place) => base64From(bytes, place));
  const forUrls = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([hex, hex.toUpperCase(), ...base64, ...forUrls])];
}

/** The digits of base64 that these bytes alone decide when so many stand before them in their group of three. */
function base64From(bytes: Uint8Array, place: number): string {
  const digits: string[] = [];
  let [bits, count] = [0, 8 * place];
  const skipped = Math.ceil(count / 6);
  for (const [index, byte] of bytes.entries()) {
    bits = ((bits << 8) | byte) & 0xffff;
    count = index === 0 ? 8 + 8 * place : count + 8;
    for (; count >= 6; count -= 6) digits.push(alphabet[(bits >> (count - 6)) & 0x3f] ?? '');
  }
  return digits.slice(skipped).join('');
}
