import { describe, expect, test } from 'vitest';
import { readPastedClients } from '../../../electron/connections/pasted-clients.ts';
import { folioKey, partyKey } from '../../../electron/database/rules/folio.ts';
import { readRegister } from '../../../electron/database/rules/register-lines.ts';
import { parseBaseUrl } from '../../../electron/lib/base-url.ts';
import { bareNumber } from '../../../electron/search/query-parser/token.ts';
import { leastTime, leastWork } from '../../../scripts/lint/least-time.mjs';
import { isAppError } from '../../../shared/errors.ts';
import { cleanPasted, parseRut } from '../../../shared/model/rut.ts';
import { redact } from '../../../shared/redact.ts';

/**
 * Letters of the shorter text, and how many times as long the other is: by the square it would take 1,024
 * times as long.
 */
const [letters, times] = [5_000, 32];

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'a folio': folioKey,
  'an issuer': partyKey,
  'a RUT': parseRut,
  'clean text': cleanPasted,
  'a number of a dispatch': bareNumber,
  'a ledger': readRegister,
  'pasted clients': (text) => readPastedClients(text, []),
  'a printed text': (text) => redact(text, ['a-key-of-the-agency']),
  'a base URL': (text) => parseBaseUrl(`https://a.example/${text}`),
};
const pumps = [
  'S|N|',
  ' ',
  '\t',
  '-',
  '.',
  '/',
  '!',
  '(',
  '"',
  '0',
  '1.',
  'a ',
  '76.086.428-5 ',
  'RUT ',
  'key=',
  '%23',
  '&a=',
];

/** What is refused was read, too. */
function readAny(read: (text: string) => unknown, text: string): void {
  try {
    read(text);
  } catch (error) {
    if (!isAppError(error)) throw error;
  }
}

describe.each(Object.entries(readers))('%s', (_, read) => {
  test.each(pumps)('takes work in proportion to its length, made of %j', (pump) => {
    const textOf = (length: number) => `x${pump.repeat(length / pump.length)}x`;
    const [short, long] = [textOf(letters), textOf(letters * times)];
    // A text that takes less than half a millisecond says nothing of its time.
    const shortTime = Math.max(
      0.5,
      leastTime(() => readAny(read, short)),
    );
    expect(leastWork(() => readAny(read, long)) / shortTime).toBeLessThan(times * 8);
  });
});
