import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startWorker } from '../../../../../electron/platform/terminal/index.ts';
import { previewHandlers } from '../../../../../electron/preview/index.ts';
import { AppError } from '../../../../../shared/errors.ts';
import type { FilePreview, Mail } from '../../../../../shared/model/file-preview.ts';
import { outlookFile, type StoredMail } from '../../../../scenarios/preview/outlook-file.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';

async function read(content: Uint8Array | string): Promise<FilePreview> {
  const path = join(temporaryFolder(), 'paper.bin');
  await writeFile(path, content);
  const nobody = () => Promise.reject(new AppError('DOCUMENT_GONE', 'no agency'));
  return previewHandlers(async () => path, nobody, startWorker)['file.read']({ connectionId: 'a', id: 'd' });
}

async function readMail(content: Uint8Array | string): Promise<Mail> {
  const document = await read(content);
  if (document.kind !== 'mail') throw new Error(`it is shown as ${document.kind}`);
  return document.mail;
}

const head = [
  'Received: from correo.example (correo.example [192.0.2.1])',
  '\tby agencia.example with ESMTPS id 4711',
  '\tfor <ana@agencia.example>; Mon, 2 Mar 2026 09:31:00 -0300',
  'From: =?ISO-8859-1?Q?Mar=EDa_Nu=F1ez?= <maria@naviera.example>',
  'To: Ana <ana@agencia.example>, bodega@agencia.example',
  'Cc: Jefe <jefe@agencia.example>',
  'Subject: =?UTF-8?B?RGVzcGFjaG8gNDcxMSDigJMgZGV0ZW5jacOzbg==?=',
  'Date: Mon, 2 Mar 2026 09:30:00 -0300',
  'MIME-Version: 1.0',
];
const lines = (...all: string[]) => all.join('\r\n');
const part = (type: string, name: string, content: Buffer | string) =>
  lines(
    ...['--frontera', `Content-Type: ${type}; name="${name}"`, 'Content-Transfer-Encoding: base64'],
    ...[`Content-Disposition: attachment; filename="${name}"`, '', Buffer.from(content).toString('base64')],
  );

it('a mail is its head and its text, whatever the encoding', async () => {
  const body = ['Content-Type: text/plain; charset=iso-8859-1', '', 'Falta el timbre de Ñuñoa.', ''];
  expect(await readMail(Buffer.from(lines(...head, ...body), 'latin1'))).toEqual({
    from: 'María Nuñez <maria@naviera.example>',
    to: 'Ana <ana@agencia.example>, bodega@agencia.example',
    cc: 'Jefe <jefe@agencia.example>',
    subject: 'Despacho 4711 – detención',
    date: '2026-03-02T12:30:00.000Z',
    text: 'Falta el timbre de Ñuñoa.',
    attachments: [],
  });
});

it.each([
  [
    'of Windows that names no encoding',
    Buffer.from('From: José <a@a.cl>\nSubject: Ñuñoa\n\nDetención', 'latin1'),
  ],
  [
    'of Windows that names none of its plain text',
    Buffer.from('From: José <a@a.cl>\nSubject: Ñuñoa\nContent-Type: text/plain\n\nDetención', 'latin1'),
  ],
  ['in UTF-8 with its mark', Buffer.from('\ufeffFrom: José <a@a.cl>\r\nSubject: Ñuñoa\r\n\r\nDetención')],
])('a mail %s is read with its accents', async (_, bytes) => {
  expect(await readMail(bytes)).toMatchObject({ from: 'José <a@a.cl>', subject: 'Ñuñoa', text: 'Detención' });
});

it('a mail in HTML is its text alone, without its pictures', async () => {
  const page = [
    '<style>p{color:red}</style><!-- no --><p>Hola &amp; adi&oacute;s,<br>a &#60; b < c</p>',
    '<img src="https://a.example/x.png" alt="no"><ul><li>uno<li>dos</ul><script>no()</script>',
  ].join('\n');
  const { text } = await readMail(lines(...head, 'Content-Type: text/html; charset=utf-8', '', page));
  expect(text.split('\n').filter(Boolean)).toEqual(['Hola & adiós,', 'a < b < c', '• uno', '• dos']);
});

it('what came with a mail is a document by its own bytes, a mail within it too', async () => {
  const inner = lines('From: b@b.example', 'Subject: Reenviado', '', 'Adentro');
  const mail = await readMail(
    lines(
      ...[...head, 'Content-Type: multipart/mixed; boundary=frontera', ''],
      ...['--frontera', 'Content-Type: text/plain', '', 'Va adjunto.'],
      part('application/octet-stream', 'factura.pdf', '%PDF-1.7\n…'),
      part('application/pdf', 'nota.pdf', 'No es un PDF'),
      part('application/octet-stream', 'planilla.xlsx', Buffer.from('504b0304ff00', 'hex')),
      ...['--frontera', 'Content-Type: message/rfc822', '', inner, '--frontera--', ''],
    ),
  );
  expect(mail.text).toBe('Va adjunto.');
  expect(mail.attachments.map(({ name, bytes, preview: document }) => [name, bytes, document.kind])).toEqual([
    ['factura.pdf', 12, 'pdf'],
    ['nota.pdf', 12, 'text'],
    ['planilla.xlsx', 6, 'other'],
    [expect.any(String), expect.any(Number), 'mail'],
  ]);
  expect(mail.attachments[3]?.preview).toMatchObject({ mail: { subject: 'Reenviado', text: 'Adentro' } });
});

it('mails within mails are opened to a depth, those below are for their program', async () => {
  let mail = lines('From: a@a.example', 'Subject: 0', '', 'Fondo');
  for (let depth = 1; depth <= 8; depth++)
    mail = lines('From: a@a.example', `Subject: ${depth}`, 'Content-Type: message/rfc822', '', mail);
  const kinds: string[] = [];
  for (let document: FilePreview | undefined = await read(mail); document; ) {
    kinds.push(document.kind);
    document = document.kind === 'mail' ? document.mail.attachments[0]?.preview : undefined;
  }
  expect(kinds).toEqual([...Array<string>(6).fill('mail'), 'other']);
});

it('a text that speaks as a mail does, and what no mail can be read from, are text', async () => {
  const talk = 'From: here to there.\nThen it says nothing more.\n';
  expect(await read(talk)).toEqual({ kind: 'text', text: talk });
  const hostile = lines('From: a@a.example', 'Subject: x', `X-A: ${'a'.repeat(3_000_000)}`, '', 'cuerpo');
  expect((await read(hostile)).kind).toBe('text');
});

const stored: StoredMail = {
  subject: 'Despacho 4711 – detención',
  from: ['María Nuñez', 'maria@naviera.example'],
  to: [['Ana', 'ana@agencia.example']],
  sent: new Date('2026-03-02T12:30:00Z'),
  body: 'Falta el timbre de Ñuñoa.\r\n\r\n\r\nSaludos',
  attachments: [['factura.pdf', Buffer.from('%PDF-1.7\n…')]],
};

it('a mail of Outlook is its head, its text and what came with it', async () => {
  const { attachments, ...rest } = await readMail(outlookFile(stored));
  expect(rest).toEqual({
    from: 'María Nuñez <maria@naviera.example>',
    to: 'Ana <ana@agencia.example>',
    cc: '',
    subject: stored.subject,
    date: '2026-03-02T12:30:00.000Z',
    text: 'Falta el timbre de Ñuñoa.\n\nSaludos',
  });
  expect(attachments.map(({ name, bytes, preview: document }) => [name, bytes, document.kind])).toEqual([
    ['factura.pdf', 12, 'pdf'],
  ]);
});

it('a mail of Outlook in HTML alone is its text, in its own encoding', async () => {
  const html = Buffer.from(
    '<html><body><p>Detenci\xf3n</p><img src="http://a.example/x.png"></body></html>',
    'latin1',
  );
  const { body: _, ...others } = stored;
  expect((await readMail(outlookFile({ ...others, html }))).text).toBe('Detención');
});

it('old files of Word, and mails of Outlook that are cut, are for their own program', async () => {
  const word = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4_000)]);
  expect(await read(word)).toEqual({ kind: 'other' });
  const whole = outlookFile(stored);
  expect((await read(whole.subarray(0, 700))).kind).toBe('other');
});
