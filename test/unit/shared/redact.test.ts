import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { keyHint } from '../../../shared/key-redactor.ts';
import { growingRedactor, redact, redactLinks, withoutSignatures } from '../../../shared/redact.ts';

const key = 'AIzaSyD-planted-key-9xyz';

describe('a key', () => {
  it.each([
    [key, 'AIza…9xyz'],
    ['123456789012', '1234…9012'],
    ['12345678901', ''],
    ['', ''],
  ])('%s is shown as %j', (text, hint) => {
    expect(keyHint(text)).toBe(hint);
  });

  it.each([
    ['in a sentence', `the key ${key} is wrong`],
    ['in a URL', `GET /a/v1/files?key=${key}&rut=1-9`],
    ['in JSON', JSON.stringify({ message: `bad key "${key}"` })],
    ['in HTML', `<p>${key}</p>`],
    ['escaped once too often', `%3Fkey%3D${key}%26rut`],
    ['in Unicode escapes', [...key].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join('')],
    ['in percent escapes', [...key].map((c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`).join('')],
  ])('is cut to its hint %s', (_, text) => {
    const safe = redact(text, [key]);
    expect(decodeURIComponent(safe)).not.toContain('planted');
    expect(safe).toContain('AIza…9xyz');
  });

  it.each([
    ['in small letters, as a host has them', `https://${key.toLowerCase()}.example/`],
    ['in capitals', key.toUpperCase()],
    ['in numbers of HTML', [...key].map((c) => `&#${c.charCodeAt(0)};`).join('')],
    ['in hexadecimal numbers of HTML', [...key].map((c) => `&#x${c.charCodeAt(0).toString(16)};`).join('')],
    ['escaped twice', [...key].map((c) => `%25${c.charCodeAt(0).toString(16)}`).join('')],
  ])('is cut to its hint %s', (_, text) => {
    expect(redact(`no ${text}.`, [key])).toContain('AIza…9xyz');
  });

  it('with special characters is found in every writing', () => {
    const odd = 'a"b\\c/d&e<f>g h+i=ñ😀';
    const writings = [
      odd,
      encodeURIComponent(odd),
      encodeURIComponent(odd).toLowerCase(),
      new URLSearchParams({ x: odd }).toString().slice(2),
      JSON.stringify(odd).slice(1, -1),
      odd.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;'),
    ];
    for (const written of writings) expect(redact(`<${written}>`, [odd])).toBe(`<${keyHint(odd)}>`);
  });

  it.each([64, 65, 257, 1_000, 16_384, 60_000])('of %i characters is cut to its hint', (length) => {
    const repeating = `${'ab/+'.repeat(length / 4).slice(1)}z`;
    const changing = Array.from({ length }, (_, at) => (at * at).toString(36).at(-1)).join('');
    for (const long of [repeating, changing]) {
      const text = `no b/+a${long}, nor ${encodeURIComponent(long)}, nor ${long.toUpperCase()}.`;
      const hint = keyHint(long);
      expect(redact(text, [long]) === `no b/+a${hint}, nor ${hint}, nor ${hint}.`).toBe(true);
      expect(redact(long.slice(1), [long]) === long.slice(1)).toBe(true);
    }
  });

  it.each(['%', '&', '\\', '<', '"', '%2', '%25', 'ñ', '\u{1f600}'])(
    'that is long and has %j where its pieces meet is cut to its hint in every writing',
    (odd) => {
      for (const before of [61, 62, 63, 64]) {
        const long = `${'a1'.repeat(32).slice(0, before)}${odd.repeat(3)}${'z9'.repeat(40)}`;
        const html = long.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
        for (const written of [long, encodeURIComponent(long), JSON.stringify(long).slice(1, -1), html])
          expect(redact(`<${written}>`, [long])).toBe(`<${keyHint(long)}>`);
      }
    },
  );

  it('is cut in `key=` even when nobody says which it is', () => {
    expect(redact(`/a/v1/files?rut=1-9&key=${key}`)).toBe('/a/v1/files?rut=1-9&key=AIza…9xyz');
    expect(redact('/a/v1/files?key=short&rut=1-9')).toBe('/a/v1/files?key=…&rut=1-9');
  });

  it('that is short leaves nothing of itself', () => {
    expect(redact('?key=abc123 and abc123', ['abc123'])).toBe('?key=… and …');
  });

  it('that holds another one is cut whole', () => {
    const inner = 'planted-inner';
    expect(redact(`planted-inner-and-more`, [inner, 'planted-inner-and-more'])).toBe('plan…more');
  });
});

describe('a signed link', () => {
  const link = 'https://storage.example/bucket/o%20x.pdf?X-Goog-Algorithm=GOOG4&X-Goog-Signature=5ec2e7';

  it.each([
    ['by itself', link, 'https://storage.example/bucket/o%20x.pdf?…'],
    ['in JSON', JSON.stringify({ url: link }), '{"url":"https://storage.example/bucket/o%20x.pdf?…"}'],
    [
      'in JSON within JSON',
      JSON.stringify(JSON.stringify({ url: link })),
      String.raw`"{\"url\":\"https://storage.example/bucket/o%20x.pdf?…\"}"`,
    ],
    [
      'with escaped slashes',
      JSON.stringify({ url: link }).replaceAll('/', '\\/').replaceAll('&', '\\u0026'),
      String.raw`{"url":"https:\/\/storage.example\/bucket\/o%20x.pdf?…"}`,
    ],
    [
      'in another address',
      `/x?next=${encodeURIComponent(link)}&b=1`,
      '/x?next=https%3A%2F%2Fstorage.example%2Fbucket%2Fo%2520x.pdf?…',
    ],
    ['without its host', link.slice('https://storage.example'.length), '/bucket/o%20x.pdf?…'],
    ['as a query alone', 'X-Goog-Signature=5ec2e7', 'X-Goog-Signature=…'],
    ['of another storage', 'https://s3.example/o?X-Amz-Signature=5ec2e7', 'https://s3.example/o?…'],
    ['in XML', '<SignatureProvided>5ec2e7</SignatureProvided>', '<SignatureProvided>…</SignatureProvided>'],
  ])('is cut before its query %s', (_, text, safe) => {
    expect(redact(text)).toBe(safe);
    expect(redact(safe)).toBe(safe);
  });

  it('leaves text around it alone', () => {
    expect(redactLinks(`see ${link} and <${link}>.`)).toBe(
      'see https://storage.example/bucket/o%20x.pdf?… and <https://storage.example/bucket/o%20x.pdf?…>.',
    );
  });

  it.each([
    ['a token', 'https://a.example/f?id=7&access_token=abc', 'https://a.example/f?…'],
    ['a short signature', 'https://a.example/f?sv=1&sig=abc%3D', 'https://a.example/f?…'],
    [
      'the key of a service',
      'https://a.example/a/v1/files?rut=1-9&key=abcdef',
      'https://a.example/a/v1/files?…',
    ],
    ['a password, escaped', 'https%3A%2F%2Fa.example%2Ff%3Fpassword%3Dabc', 'https%3A%2F%2Fa.example%2Ff?…'],
    ['a token behind its fragment sign', 'https://a.example/f#id_token=abc', 'https://a.example/f?…'],
    ['a token without a host', '/f?token=abc', '/f?…'],
    ...['code', 'ticket', 'hmac', 'tk', 'st', 'Policy'].map((name) => [
      `a ${name}`,
      `https://a.example/f?${name}=abc&Key-Pair-Id=K1`,
      'https://a.example/f?…',
    ]),
    ['a code behind another name', 'https://a.example/f?x=1&code=abc', 'https://a.example/f?…'],
    ['a session in its path', 'https://a.example/f;jsessionid=abc?x=1', 'https://a.example/f?…'],
    ['a token in its path', 'https://a.example/f;token=abc?x=1', 'https://a.example/f?…'],
    ['a token in its path alone', 'https://a.example/f;token=abc', 'https://a.example/f?…'],
    ['a password before its host', 'https://user:passw0rd@a.example/f', 'https://…@a.example/f'],
    ['a password with escaped signs', 'https://a%40b:p%2Fw%3Fd@a.example/f', 'https://…@a.example/f'],
    [
      'a password, escaped with its address',
      'https%3A%2F%2Fuser%3Apassw0rd%40a.example%2Ff',
      'https%3A%2F%2F…@a.example%2Ff',
    ],
    ...[
      ...['otp', 'hash', 'url_hash', 'md5hash', 'my_signature', 'firma', 'clave', 'access_code', 'mac'],
      ...['token[]', 'token[0]', 'auth[token]', 'tokens[a][b]', 'token%5B%5D', 'x.otp', 'session.0'],
      ...[
        'tok%65n',
        '%74oken',
        '%74%6F%6b%65%6E',
        'tok%2565n',
        'tok%252565n',
        'tok%65n[%',
        [...'access_token'].map((c) => `%2525${c.charCodeAt(0).toString(16)}`).join(''),
        'contrase%C3%B1a',
        'X-Goog-Sign%61ture',
      ],
      ...[String.raw`tok\u0065n`, 'ｔｏｋｅｎ', 'Otp', 'a%26token'],
    ].map((name) => [
      `a value under ${name}`,
      `https://a.example/f?a=1&${name}=abc`,
      'https://a.example/f?…',
    ]),
    ['a password of one use without a host', '/f?a=1&otp=abc', '/f?…'],
    ['a signature, its name and mark escaped', '/f%3Fa%3D1%26h%61sh%3Dabc', '/f?…'],
  ])('with %s is cut in kept values too', (_, text, safe) => {
    expect(withoutSignatures(`see ${text} or "${text}"`)).toBe(`see ${safe} or "${safe}"`);
    expect(withoutSignatures(safe)).toBe(safe);
  });

  it.each([
    ['behind its fragment sign', 'https://a.example/f#id_token=abc', 'https://a.example/f?…'],
    ['behind its escaped fragment sign', 'https://a.example/f%23id_token%3Dabc', 'https://a.example/f?…'],
    ['behind a query and its fragment sign', 'https://a.example/f?a=1#token=abc', 'https://a.example/f?…'],
    ['in its path', 'https://a.example/f;token=abc', 'https://a.example/f?…'],
  ])('with a token %s is cut before it is printed', (_, text, safe) => {
    expect(redact(`see ${text} or "${text}"`)).toBe(`see ${safe} or "${safe}"`);
    expect(redact(safe)).toBe(safe);
  });

  it.each([
    ['/f?a=1&otp=abc&b=2', '/f?a=1&otp=…&b=2'],
    ['/f?token[]=abc&token[]=def', '/f?token[]=…&token[]=…'],
    ['/f?tok%65n=abc', '/f?tok%65n=…'],
    ['/f%3Fhash%3Dabc%26b%3D1', '/f%3Fhash%3D…%26b%3D1'],
    ['{"a":"/f#otp=abc","b":"/g;session=def"}', '{"a":"/f#otp=…","b":"/g;session=…"}'],
    ['/a/v1/files?rut=1-9&nextToken=abc', '/a/v1/files?rut=1-9&nextToken=abc'],
  ])('without a host is printed without what opens something: %s', (text, safe) => {
    expect(redact(text)).toBe(safe);
    expect(redact(safe)).toBe(safe);
  });

  it('is what is taken out of kept values; other links stay whole there', () => {
    expect(withoutSignatures('https://agencia.example/nave?id=7')).toBe('https://agencia.example/nave?id=7');
    const escaped = 'https%3A%2F%2Fagencia.example%2Fnave%40puerto';
    expect(withoutSignatures(escaped)).toBe(escaped);
    const plain = 'https://agencia.example/nave?zipcode=7&best=1&host=a@b.example';
    expect(withoutSignatures(plain)).toBe(plain);
    for (const name of ['zipcode', 'design', 'hashtag', 'clavesDeAduana', 'macro', 'folio', '%6eave']) {
      const link = `https://agencia.example/nave?a=1&${name}=7`;
      expect(withoutSignatures(link)).toBe(link);
    }
    expect(withoutSignatures(link)).toBe('https://storage.example/bucket/o%20x.pdf?…');
  });
});

it('text without secrets stays as it is', () => {
  const text = '¿Qué pasó? La clave (key) 12.345.678-5 https://agencia.example/v1/files, 50%…';
  expect(redact(text, [key])).toBe(text);
});

/** Texts that repeat the beginning of what is looked for. */
const repeated = [
  ['addresses', 'https://'],
  ['question marks', '?'],
  ['names of signatures', 'x-goog-'],
  ['names of signatures without a value', '?x-goog-signature=…'],
  ['keys', 'key='],
  ['escaped marks', '%3f'],
  ['letters of the key', 'AIzaSyD-'],
  ['backslashes', '\\'],
  ['quotes within quotes', '\\"?'],
  ['letters', 'a'],
  ['names of tokens', '?atoken'],
  ['logins', 'https://a:b@'],
  ['sessions', ';jsessionid=…'],
  ['parameters', '&a=b'],
  ['names of one parameter', '&aaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
  ['escaped letters of names', '%26%74'],
  ['names of lists', '&a[]'],
] as const;

describe('a text of a megabyte', () => {
  it.each(repeated)('made of %s alone is read in time that grows with its length', (_, chunk) => {
    const program = `
      const { redact, withoutSignatures } = await import(${JSON.stringify(new URL('../../../shared/redact.ts', import.meta.url).href)});
      const piece = ${JSON.stringify(chunk)};
      const text = 'https://a.example/' + piece.repeat(Math.ceil(1_000_000 / piece.length));
      redact(text, [${JSON.stringify(key)}]);
      withoutSignatures(text + '=');
      console.log('read');`;
    // Quadratic time takes a quarter of an hour here; the bar is for a machine that is busy with something
    // else.
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      timeout: 60_000,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).toBe('read\n');
  });
});

describe('a key that a program wrote as one code', () => {
  const lengths = Array.from({ length: 60 }, (_, index) => index + 12);
  const secretOf = (length: number) => 'Zq4+/y=T&%x9~ñ7'.repeat(5).slice(0, length);

  it.each([0, 1, 2, 3])(
    'is cut out of base64 behind %d bytes, with nothing around it that helps',
    (before) => {
      for (const length of lengths) {
        const secret = secretOf(length);
        const code = Buffer.from(`${'u'.repeat(before)}${secret}:`).toString('base64');
        const own = code.slice(Math.ceil((before * 8) / 6), -4);
        for (const text of [code, `Basic ${code}`, code.replaceAll('+', '-').replaceAll('/', '_')])
          expect(redact(text, [secret])).not.toContain(own.slice(2, 14));
      }
    },
  );

  it('is cut out of hexadecimal digits', () => {
    for (const length of lengths) {
      const code = Buffer.from(secretOf(length)).toString('hex');
      expect(redact(code, [secretOf(length)])).toBe('…');
      expect(redact(`id=${code.toUpperCase()};`, [secretOf(length)])).toBe('id=…;');
    }
  });
});

it('a redactor of keys that grow in number cuts each from the moment that it is known', () => {
  const keys = new Set<string>();
  const safely = growingRedactor(keys);
  expect(safely(`one ${key}`)).toContain(key);
  keys.add(key);
  expect(safely(`one ${key}`)).toBe('one AIza…9xyz');
});
