import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createMailDrafts,
  type MailDraft,
  type MailDrafts,
} from '../../../../electron/deliveries/mail-drafts.ts';
import { atomicWrite } from '../../../../electron/lib/atomic-write.ts';
import { createFakeClock } from '../../../support/app/fake-clock.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';

const clock = createFakeClock();
let folder: string;
let documents: string;
let drafts: MailDrafts;

beforeEach(() => {
  [folder, documents] = [join(temporaryFolder(), 'drafts'), temporaryFolder()];
  drafts = createMailDrafts({
    folder,
    clock,
    uuid: () => crypto.randomUUID(),
  });
});

const draft = (overrides: Partial<MailDraft> = {}): MailDraft => ({
  to: 'ana@acme.example',
  subject: 'Documentos que faltan del despacho 410905',
  body: 'Estimada Ana:\n\nFalta el certificado de origen.',
  attachments: [],
  ...overrides,
});

/**
 * A message by its headers, unfolded, and its parts; each part the same. Reads what the tests write, not any
 * message.
 */
function read(text: string): { headers: Map<string, string>; body: string; bodies: string[] } {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const body = rest.join('\r\n\r\n');
  const boundary = /boundary="?([^";]+)/.exec(headers.get('content-type') ?? '')?.[1];
  const bodies = boundary === undefined ? [] : body.split(`--${boundary}`).slice(1, -1);
  return { headers, body, bodies: bodies.map((part) => part.replace(/^\r\n/, '').replace(/\r\n$/, '')) };
}

/** RFC 2047 and the transfer encodings, as far as they occur here. */
function words(header = ''): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : Buffer.from(unquote(text.replaceAll('_', ' ')), 'latin1').toString(),
    );
}

function unquote(text: string): string {
  return text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function decoded({ headers, body }: ReturnType<typeof read>): string {
  const encoding = headers.get('content-transfer-encoding') ?? '7bit';
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  return encoding === 'quoted-printable' ? Buffer.from(unquote(body), 'latin1').toString() : body;
}

describe('a draft of a message', () => {
  test('is one that a mail program opens to be sent, with its whole text however long it is', async () => {
    const body = `Estimada Ana:\n\n${'Falta el certificado de origen ñ € 😀.\n'.repeat(5_000)}`;
    const { path, leftOut } = await drafts.write(draft({ subject: 'Faltan papeles: ñandú €', body }));
    const message = read(readFileSync(path, 'utf8'));
    expect(path).toMatch(/\.eml$/);
    expect(leftOut).toEqual([]);
    expect(message.headers.get('x-unsent')).toBe('1');
    expect(message.headers.get('to')).toBe('ana@acme.example');
    expect(words(message.headers.get('subject'))).toBe('Faltan papeles: ñandú €');
    expect(decoded(message).replaceAll('\r\n', '\n').trim()).toBe(body.trim());
  });

  test('goes to nobody where no address is known', async () => {
    const { path } = await drafts.write(draft({ to: '' }));
    expect(read(readFileSync(path, 'utf8')).headers.has('to')).toBe(false);
  });

  test('carries documents byte for byte, by the names that they are given', async () => {
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, n) => (n * 31) % 256));
    writeFileSync(join(documents, 'a.pdf'), bytes);
    const attachments = [{ path: join(documents, 'a.pdf'), name: 'Factura ñ 77.pdf' }];
    const { path } = await drafts.write(draft({ attachments }));
    const [, document = ''] = read(readFileSync(path, 'latin1')).bodies;
    const { headers, body } = read(document);
    expect(Buffer.from(body, 'base64').equals(bytes)).toBe(true);
    expect(headers.get('content-type')).toContain('application/pdf');
    expect(`${words(headers.get('content-type'))} ${words(headers.get('content-disposition'))}`).toMatch(
      /Factura ñ 77\.pdf|Factura%20%C3%B1%2077\.pdf/,
    );
  });

  test('leaves out what would have it refused on its way, and what is gone, and says which', async () => {
    const big = await open(join(documents, 'big.pdf'), 'w');
    await big.truncate(30 * 1024 * 1024);
    await big.close();
    writeFileSync(join(documents, 'small.pdf'), 'small');
    const attachments = ['big', 'gone', 'small'].map((name) => ({
      path: join(documents, `${name}.pdf`),
      name: `${name}.pdf`,
    }));
    const { path, leftOut } = await drafts.write(draft({ attachments }));
    expect(leftOut).toEqual(['big.pdf', 'gone.pdf']);
    expect(read(readFileSync(path, 'latin1')).bodies).toHaveLength(2);
  });

  test('takes no headers from its texts', async () => {
    const subject = 'Faltan\r\nBcc: otro@example.com';
    const { path } = await drafts.write(draft({ subject, to: 'ana@acme.example\r\nBcc: otro@example.com' }));
    const { headers } = read(readFileSync(path, 'utf8'));
    expect([...headers.keys()]).not.toContain('bcc');
  });

  test('follows no link that somebody put in the place of a document', async () => {
    writeFileSync(join(documents, 'secret'), 'secret');
    symlinkSync(join(documents, 'secret'), join(documents, 'paper.pdf'));
    const attachments = [{ path: join(documents, 'paper.pdf'), name: 'paper.pdf' }];
    const { path, leftOut } = await drafts.write(draft({ attachments }));
    expect(leftOut).toEqual(['paper.pdf']);
    expect(readFileSync(path, 'utf8')).not.toContain(Buffer.from('secret').toString('base64'));
  });

  test('follows none either that takes the place of a document after it was looked at', async () => {
    const [secret, document] = [join(documents, 'secret'), join(documents, 'paper.pdf')];
    writeFileSync(secret, 'secret');
    writeFileSync(document, 'paper');
    const late = createMailDrafts({
      folder,
      clock,
      uuid: () => crypto.randomUUID(),
      write: async (path, chunks) => {
        rmSync(document);
        symlinkSync(secret, document);
        await atomicWrite(path, chunks);
      },
    });
    const attachments = [{ path: document, name: 'paper.pdf' }];
    await expect(late.write(draft({ attachments }))).rejects.toThrow();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is deleted with the first one of another day, and with all that is deleted at once', async () => {
    const first = await drafts.write(draft());
    const twoDaysAgo = clock.now() / 1000 - 2 * 86_400;
    utimesSync(first.path, twoDaysAgo, twoDaysAgo);
    const second = await drafts.write(draft());
    expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([second.path]);
    await drafts.clear();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("leaves a person's own messages, and a folder, where they are", async () => {
    const own = ['Pedido de Ana.eml', '00000000-0000-4000-8000-000000000000.eml'];
    mkdirSync(join(folder, own[1] ?? ''), { recursive: true });
    writeFileSync(join(folder, own[0] ?? ''), 'of a person');
    await drafts.write(draft());
    await drafts.clear();
    expect(readdirSync(folder).sort()).toEqual(own.sort());
  });
});
