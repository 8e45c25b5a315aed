/**
 * The longest address that every system opens, in characters; Windows accepts 2,081 (Electron,
 * `shell.openExternal`).
 */
export const maxAddressLength = 2000;

/** An https address without a login; undefined for any other text. */
export function parseHttpsAddress(text: string): URL | undefined {
  const url = URL.parse(text.trim());
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '';
  return isPlain && url.href.length <= maxAddressLength ? url : undefined;
}
