import { describe, expect, it } from 'vitest';
import { keyHint, keyRedactor } from '../../../shared/key-redactor.ts';
import { redact } from '../../../shared/redact.ts';

const escapedBy = (write: (byte: number) => string) => (text: string) =>
  Array.from(new TextEncoder().encode(text), write).join('');
const lettersBy = (write: (letter: string) => string) => (text: string) => [...text].map(write).join('');
const hex = (code: number, width = 2) => code.toString(16).padStart(width, '0');
const codeOf = (letter: string) => letter.codePointAt(0) ?? 0;
const unicode = (text: string) =>
  text
    .split('')
    .map((unit) => `\\u${hex(unit.charCodeAt(0), 4)}`)
    .join('');
const asJson = (text: string) => JSON.stringify(text).slice(1, -1);
const inHtml = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** How a service may write back the key that it was asked with. */
const writings: Readonly<Record<string, (key: string) => string>> = {
  'as typed': (key) => key,
  'in capitals': (key) => key.toUpperCase(),
  'in small letters': (key) => key.toLowerCase(),
  'as a component of an address': encodeURIComponent,
  'as a component, in small letters': (key) => encodeURIComponent(key).toLowerCase(),
  'as a form': (key) => new URLSearchParams({ key }).toString().slice(4),
  'as a component of a component': (key) => encodeURIComponent(encodeURIComponent(key)),
  'as a component of a component of a component': (key) =>
    encodeURIComponent(encodeURIComponent(encodeURIComponent(key))),
  'in percent escapes': escapedBy((byte) => `%${hex(byte)}`),
  'in percent escapes, in capitals': escapedBy((byte) => `%${hex(byte).toUpperCase()}`),
  'in percent escapes of percent escapes': escapedBy((byte) => `%25${hex(byte)}`),
  'in percent escapes of three layers': escapedBy((byte) => `%2525${hex(byte)}`),
  'in percent escapes of five layers': escapedBy((byte) => `%25252525${hex(byte)}`),
  'in JSON': asJson,
  'in Unicode escapes': unicode,
  'in Unicode escapes, in capitals': (key) => unicode(key).toUpperCase(),
  'in Unicode escapes within JSON': (key) => unicode(key).replaceAll('\\', '\\\\'),
  'in escapes of a script': escapedBy((byte) => `\\x${hex(byte)}`),
  'in HTML': inHtml,
  'in numbers of HTML': lettersBy((letter) => `&#${codeOf(letter)};`),
  'in hexadecimal numbers of HTML': lettersBy((letter) => `&#x${hex(codeOf(letter), 6)};`),
  'in numbers of HTML within HTML': lettersBy((letter) => `&amp;#${codeOf(letter)};`),
  'every second letter escaped': lettersBy((letter) =>
    codeOf(letter) % 2 === 0 ? `%${hex(codeOf(letter))}` : letter,
  ),
  'each letter in another way': (key) => {
    const ways = [encodeURIComponent, unicode, lettersBy((letter) => `&#${codeOf(letter)};`)];
    return [...key].map((letter, index) => (ways[index % ways.length] ?? asJson)(letter)).join('');
  },
  'in hexadecimal digits': escapedBy((byte) => hex(byte)),
  'in hexadecimal digits, in capitals': escapedBy((byte) => hex(byte).toUpperCase()),
  'in base64': (key) => Buffer.from(key).toString('base64').replace(/=+$/, ''),
  'in base64 behind a name': (key) => Buffer.from(`user:${key}`).toString('base64'),
  'in base64 for addresses, before more': (key) => Buffer.from(`k=${key}&more`).toString('base64url'),
};
// Escapes of a script and odd letters are written by bytes: of these letters each is one.
const keys = [
  'AIzaSyD-plantedkey',
  'abcdefghijkl',
  '8Zt0_planted-key-of-39-characters-9wxyz',
  `p/l+a=n&t%e"d<k>e y'${'s1gn$'.repeat(4)}`,
  '41Q41%41%2541-and-25',
  'a'.repeat(40),
  `${'f3'.repeat(99)}zz`,
];

describe.each(Object.entries(writings))('a key that a service writes back %s', (_, write) => {
  it.each(keys)('leaves nothing of itself: %s', (key) => {
    for (const [before, after] of [
      ['no ', ' here'],
      ['%', '%'],
      ['\\', '5'],
      ['{"key":"', '"}'],
    ]) {
      const safe = redact(`${before}${write(key)}${after}`, [key]);
      expect(safe.length).toBeLessThan(60);
      // Nothing that stood in it but the hint, whose letters a longer key repeats.
      const rest = safe.replaceAll(keyHint(key), '').toLowerCase();
      expect(rest).not.toContain(write(key.slice(4, -4)).toLowerCase());
      expect(safe).toMatch(/…/);
    }
  });
});

it('a key of signs and letters of every width is found in each writing', () => {
  const key = 'clavé-ñandú-€-😀-z';
  const kinds = [encodeURIComponent, unicode, asJson, inHtml, writings['in numbers of HTML']] as const;
  for (const write of kinds) expect(redact(`<${write?.(key)}>`, [key])).toBe(`<${keyHint(key)}>`);
});

it('texts that are no writing of the key stay as they are', () => {
  const key = 'AIzaSyD-planted-key-9xyz';
  for (const text of [
    key.slice(0, -1),
    key.slice(1),
    `${key.slice(0, 12)} ${key.slice(12)}`,
    encodeURIComponent(`100 % & más "${key.slice(3)}"`),
    '%41%49%7a%61 \\u0041\\u0049 &#65;&#73; &lt;AIza&gt;',
  ])
    expect(keyRedactor([key])(text)).toBe(text);
});

it('an escape that begins before the key or goes on behind it hides nothing', () => {
  const key = '41planted-key-of-some-length-25';
  for (const [before, after] of [
    ['%', ''],
    ['%25', '41'],
    ['\\u00', ';'],
    ['&#', ';'],
    ['%2', '%'],
  ]) {
    const safe = redact(`${before}${key}${after}`, [key]);
    expect(safe).not.toContain('planted');
  }
});

describe('a text that is made to take long', () => {
  const long = (length: number) => `${'a'.repeat(length - 1)}b`;
  const spent = (key: string, text: string) => {
    const cut = keyRedactor([key]);
    const begun = process.cpuUsage();
    cut(text);
    const { user, system } = process.cpuUsage(begun);
    // Windows tells it in steps of a sixtieth of a second.
    return Math.max(16_000, user + system);
  };
  const texts: Readonly<Record<string, (key: string) => string>> = {
    'half of the key': (key) => key.slice(0, key.length / 2),
    'the key': (key) => key,
    'its letters': () => 'aaab',
    'the key but for its end': (key) => key.slice(0, -1),
    'the key but for its end, some of it escaped': (key) => `%61${key.slice(1, -1)}`,
    'its letters, escaped': () => '%61%2561\\u0061',
    backslashes: () => '\\',
    'escaped signs': () => '%25',
  };
  it.each(Object.entries(texts))(
    'is read in time that does not grow with the key: a megabyte of %s',
    (_, made) => {
      const text = (key: string) => made(key).repeat(Math.ceil(1_000_000 / made(key).length));
      const [short, longest] = [long(250), long(4_000)];
      // Warms both.
      spent(short, text(short));
      // Sixteen times the key: what looks at all of it for each letter takes sixteen times as long.
      expect(spent(longest, text(longest)) / spent(short, text(short))).toBeLessThan(8);
    },
  );

  it('has no more readings than are kept, or is cut whole', () => {
    const key = `41${'A'.repeat(60)}`;
    expect(redact('%41'.repeat(500), [key])).toBe(keyHint(key));
    expect(redact(`%${key}`, [key])).toContain(keyHint(key));
  });
});
