const container = /(?<![A-Z0-9])([A-Z]{3}[UJZ])[ -]?(\d{6})[ -]?(\d)(?!\d)/g;
/** Values of the letters (ISO 6346): multiples of 11 are left out. */
const letterValues = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((_, index) => {
  const value = 10 + index;
  return value + Math.floor((value - 1) / 10);
});

/** The containers of a line whose check digit is right (ISO 6346), without blanks. */
export function containersIn(line: string): string[] {
  return [...line.toUpperCase().matchAll(container)]
    .map(([, owner = '', serial = '', digit = '']) => `${owner}${serial}${digit}`)
    .filter((number) => checkDigit(number.slice(0, 10)) === Number(number.at(-1)));
}

/** The check digit of a container's owner and serial number (ISO 6346). */
function checkDigit(number: string): number {
  const sum = [...number].reduce((total, sign, index) => {
    const value = /\d/.test(sign) ? Number(sign) : (letterValues[sign.charCodeAt(0) - 65] ?? 0);
    return total + value * 2 ** index;
  }, 0);
  return (sum % 11) % 10;
}
