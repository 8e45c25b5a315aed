import { containerDigit } from '../../lib/container-digit.ts';

const container = /(?<![A-Z0-9])([A-Z]{3}[UJZ])[ -]?(\d{6})[ -]?(\d)(?!\d)/g;

/** The containers of a line whose check digit is right, without blanks. */
export function containersIn(line: string): string[] {
  return [...line.toUpperCase().matchAll(container)]
    .map(([, owner = '', serial = '', digit = '']) => `${owner}${serial}${digit}`)
    .filter((number) => containerDigit(number.slice(0, 10)) === Number(number.at(-1)));
}
