import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { contentPolicy } from '../../../../../electron/platform/node/content-security-policy.ts';
import { createPageFiles } from '../../../../../electron/platform/node/page-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'carpeta-page-'));
const page = join(folder, 'page');
mkdirSync(join(page, 'assets'), { recursive: true });
writeFileSync(
  join(page, 'index.html'),
  '<meta property="csp-nonce" nonce="__CSP_NONCE__"><script nonce="__CSP_NONCE__">',
);
writeFileSync(join(page, 'assets/a b.js'), 'export {}');
writeFileSync(join(page, 'assets/style.css'), 'a { color: red }');
writeFileSync(join(page, 'assets/paper.exe'), 'MZ');
writeFileSync(join(folder, 'secret.json'), '{}');
mkdirSync(join(folder, 'page-beside'));
writeFileSync(join(folder, 'page-beside/secret.json'), '{}');
afterAll(() => rmSync(folder, { recursive: true }));

const fileAt = createPageFiles(page);

describe('files of the page', () => {
  it('gives the document with a policy and a nonce that both change with each load', async () => {
    const first = await fileAt('app://carpeta/');
    const second = await fileAt('app://carpeta/index.html?x=1#y');
    const nonce = /nonce="([\w-]{20,})"/.exec(first.body.toString())?.[1] ?? '';
    expect(first.status).toBe(200);
    expect(first.headers['content-security-policy']).toBe(contentPolicy(nonce));
    expect(first.body.toString()).not.toContain('__CSP_NONCE__');
    expect(second.status).toBe(200);
    expect(second.body.toString()).not.toContain(nonce);
  });

  it('gives what lies inside, with its media type and never to be kept', async () => {
    const file = await fileAt('https://carpeta.invalid/assets/a%20b.js');
    expect(file).toMatchObject({ status: 200, body: Buffer.from('export {}') });
    expect(file.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    });
  });

  it.each(['assets/a%20b.js', 'assets/style.css', 'assets/gone.js', '..%2fsecret.json'])(
    'gives %s with a policy that reaches nothing, whatever is made of it',
    async (path) => {
      const { headers } = await fileAt(`app://carpeta/${path}`);
      const policy = headers['content-security-policy']?.split('; ') ?? [];
      // A worker takes the policy of its own script's answer:
      // https://www.w3.org/TR/CSP3/#initialize-global-object-csp.
      for (const directive of [
        "default-src 'none'",
        "connect-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
      ])
        expect(policy).toContain(directive);
      expect(policy.join()).not.toMatch(/unsafe-inline|'unsafe-eval'|http:|https:|\*|nonce/);
    },
  );

  it.each([
    'app://carpeta/../secret.json',
    'app://carpeta/..%2fsecret.json',
    'app://carpeta/%2e%2e/secret.json',
    'app://carpeta/assets/..%2f..%2fsecret.json',
    'app://carpeta/..%5csecret.json',
    'app://carpeta/..%2fpage-beside/secret.json',
    'app://carpeta/%2fetc/passwd',
    'app://carpeta//etc/passwd',
    'app://carpeta/c:%5cwindows%5cwin.ini',
    'app://carpeta/assets/a%00.js',
    'app://carpeta/%',
    'app://carpeta/assets/a%20b.js::$DATA',
    'not a url',
  ])('gives nothing for %s', async (url) => {
    const file = await fileAt(url);
    expect(file.status).not.toBe(200);
    expect(file.body).toHaveLength(0);
  });

  it.each([
    'app://carpeta/assets',
    'app://carpeta/assets/gone.js',
    'app://carpeta/index.html/more.js',
    'app://carpeta/assets/paper.exe',
  ])('has no %s', async (url) => {
    expect((await fileAt(url)).status).toBe(404);
  });
});

describe('policy of the page', () => {
  const policy = contentPolicy('n');

  it.each([
    "connect-src 'none'",
    "default-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self' blob:",
  ])('says %s', (directive) => expect(policy.split('; ')).toContain(directive));

  it('lets nothing inline or evaluated through', () => {
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|http:|https:|\*/);
  });
});
