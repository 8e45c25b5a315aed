/**
 * A container as painted on its side, `MSCU1234566`: four letters ending in U, J or Z, six figures, and the
 * check digit of ISO 6346.
 */
export function containerOf(text: string): string | undefined {
  const [, owner = '', first = '', last = '', digit = ''] =
    /^([A-Z]{3}[UJZ])[ -]?(\d{3})[ .]?(\d{3})[ /]?-? ?(\d)$/i.exec(text) ?? [];
  const number = `${owner}${first}${last}`.toUpperCase();
  return digit !== '' && String(containerDigit(number)) === digit ? number + digit : undefined;
}

/** A container with its check digit added: `MSKU100000`. */
export function containerWithDigit(text: string): string | undefined {
  const bare = text.replaceAll(/[ .-]/g, '').toUpperCase();
  return /^[A-Z]{3}[UJZ]\d{6}$/.test(bare) ? bare + containerDigit(bare) : undefined;
}

function containerDigit(number: string): number {
  let sum = 0;
  for (const [index, letter] of [...number].entries()) sum += containerValue(letter) * 2 ** index;
  return (sum % 11) % 10;
}

/** Letters count from 10, skipping multiples of 11. */
function containerValue(letter: string): number {
  if (/\d/.test(letter)) return Number(letter);
  const index = letter.charCodeAt(0) - 65;
  return 10 + index + Math.floor((index + 9) / 10);
}
