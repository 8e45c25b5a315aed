import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { localHeader } from '../../../electron/deliveries/zip/zip-headers.ts';
import { contentKind, documentExtension } from '../../../electron/downloads/files/content-kind.ts';
import { createOpening } from '../../../electron/downloads/files/first-text.ts';
import {
  classifyResponse,
  hashText,
  readHead,
} from '../../../electron/downloads/signed-links/storage-response.ts';
import { crc32c, createDigests } from '../../../electron/lib/hashes.ts';

const begun = { etag: '"e"', contentType: '', proof: 'md5=bWQ1', size: 100, part: '' };
const partial = { part: { bytes: 40 }, begun };
const rest = { 'content-range': 'bytes 40-99/100', etag: '"e"', 'x-goog-hash': 'md5=bWQ1' };

function judged(
  status: number,
  headers: Record<string, string>,
  asked: Parameters<typeof classifyResponse>[1],
) {
  return classifyResponse(readHead({ status, headers }), asked);
}

describe('an answer of storage', () => {
  test.each([
    ['200 to a whole file is the whole', 200, {}, {}, 'whole'],
    ['200 to a range starts over', 200, {}, partial, 'whole'],
    ['206 that goes on where the part ended is the rest', 206, rest, partial, 'rest'],
    [
      '206 without tag or hash of its own is the rest',
      206,
      { 'content-range': 'bytes 40-99/100' },
      partial,
      'rest',
    ],
    [
      '206 from another place starts over',
      206,
      { ...rest, 'content-range': 'bytes 41-99/100' },
      partial,
      'start-over',
    ],
    [
      '206 that ends early starts over',
      206,
      { ...rest, 'content-range': 'bytes 40-80/100' },
      partial,
      'start-over',
    ],
    [
      '206 of another length starts over',
      206,
      { ...rest, 'content-range': 'bytes 40-99/101' },
      partial,
      'start-over',
    ],
    ['206 of another tag starts over', 206, { ...rest, etag: '"f"' }, partial, 'start-over'],
    ['206 of another hash starts over', 206, { ...rest, 'x-goog-hash': 'md5=eHh4' }, partial, 'start-over'],
    ['206 without a range starts over', 206, {}, partial, 'start-over'],
    ['206 that nobody asked for is refused', 206, rest, {}, { refused: 'STORAGE_REFUSED' }],
    [
      '416 to a part that is complete has nothing more',
      416,
      { 'content-range': 'bytes */100' },
      { part: { bytes: 100 }, begun },
      'complete',
    ],
    [
      '416 to a part of a file that has grown starts over',
      416,
      { 'content-range': 'bytes */120' },
      { part: { bytes: 100 }, begun },
      'start-over',
    ],
    ['416 to any other part starts over', 416, {}, partial, 'start-over'],
    ['416 to a whole file is refused', 416, {}, {}, { refused: 'STORAGE_REFUSED' }],
    ['304 to a tag that was sent is unchanged', 304, {}, { existing: { etag: '"e"' } }, 'unchanged'],
    ['304 that nobody asked for is refused', 304, {}, {}, { refused: 'STORAGE_REFUSED' }],
    [
      '200 with the tag of what is here is unchanged',
      200,
      { etag: '"e"' },
      { existing: { etag: '"e"' } },
      'unchanged',
    ],
    ['200 with a weak tag proves nothing', 200, { etag: 'W/"e"' }, { existing: { etag: 'W/"e"' } }, 'whole'],
    [
      '200 with the hash of what is here is unchanged',
      200,
      { 'x-goog-hash': 'md5=bWQ1' },
      { existing: { md5: 'bWQ1', etag: '"old"' } },
      'unchanged',
    ],
    [
      '200 with another hash is another paper',
      200,
      { 'x-goog-hash': 'md5=eHh4', etag: '"e"' },
      { existing: { md5: 'bWQ1', etag: '"e"' } },
      'whole',
    ],
    [
      '200 that is coded is not read',
      200,
      { 'content-encoding': 'br' },
      {},
      { refused: 'RESPONSE_UNREADABLE' },
    ],
    ['200 that says it is not coded is the whole', 200, { 'content-encoding': 'identity' }, {}, 'whole'],
    ['206 that is coded starts over', 206, { ...rest, 'content-encoding': 'br' }, partial, 'start-over'],
    ['302 leads elsewhere', 302, {}, {}, { refused: 'REDIRECTED' }],
    ['400 is refused', 400, {}, {}, { refused: 'STORAGE_REFUSED' }],
    ['503 is refused', 503, {}, {}, { refused: 'STORAGE_REFUSED' }],
  ] as const)('%s', (_, status, headers, asked, result) => {
    expect(judged(status, headers, asked)).toEqual(result);
  });

  test('hashes of what is stored compressed say nothing of what is sent plain', () => {
    const headers = { 'x-goog-hash': 'crc32c=AAAAAA==,md5=bWQ1' };
    expect(hashText(readHead({ status: 200, headers }).hashes)).toBe('md5=bWQ1,crc32c=AAAAAA==');
    const stored = { ...headers, 'x-goog-stored-content-encoding': 'gzip' };
    expect(hashText(readHead({ status: 200, headers: stored }).hashes)).toBe('');
  });

  test('a length or range that is no number counts as absent', () => {
    const headers = { 'content-length': '12x', 'content-range': 'bytes 1-/5', etag: '' };
    expect(readHead({ status: 200, headers })).toEqual({
      status: 200,
      hashes: {},
      isCoded: false,
      isOpenEnded: true,
      hasStrongTag: false,
      contentType: '',
    });
  });
});

describe('digests', () => {
  test('the CRC-32C of its own test vector, in chunks of any size and place', () => {
    expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283);
    const bytes = Buffer.from(Array.from({ length: 999 }, (_, index) => (index * 7) % 256));
    const whole = crc32c(bytes);
    for (const cut of [0, 1, 2, 3, 5, 16, 17, 500, 998, 999]) {
      expect(crc32c(bytes.subarray(cut), crc32c(bytes.subarray(0, cut)))).toBe(whole);
    }
  });

  test('match what storage announced, or do not', () => {
    const bytes = Buffer.from('hello');
    const right = { md5: 'XUFAKrxLKna5cZ2REBfFkg==', crc32c: 'mnG7TA==' };
    const finish = (announced: { md5?: string; crc32c?: string }) => {
      const digests = createDigests(announced);
      digests.add(bytes);
      return digests.finish();
    };
    expect(finish(right)).toMatchObject({ match: true, md5: right.md5 });
    expect(finish({}).sha256).toBe('2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824');
    expect(finish({ ...right, crc32c: 'AAAAAA==' }).match).toBe(false);
    expect(finish({ md5: 'AAAAAAAAAAAAAAAAAAAAAA==' }).match).toBe(false);
  });
});

/** A ZIP of files with a content of ten bytes each. */
function zipOf(...names: string[]): Buffer {
  const entry = { start: 0, size: 10, checksum: 0, end: 0, changed: new Date(0), mode: 0, isLarge: false };
  return Buffer.concat(names.flatMap((name) => [localHeader({ ...entry, name }), Buffer.alloc(10)]));
}

/** Signed data of PKCS #7 as OpenSSL writes them. */
function derOf(content: string): Buffer {
  const head = '308206c606092a864886f70d010702a08206b7308206b3020101310d300b0609608648016503040201';
  return Buffer.concat([Buffer.from(head, 'hex'), Buffer.from(content)]);
}

describe('the beginning of a body', () => {
  const link = 'https://storage.example/o/papel';
  const kindOf = (bytes: Buffer, type: string, address = link, size = Number.POSITIVE_INFINITY) => {
    const opening = createOpening();
    // As the network may bring it.
    for (let at = 0; at < bytes.length; at += 7) opening.add(bytes.subarray(at, at + 7));
    return contentKind({ beginning: bytes, opening, size }, type, address);
  };
  const kind = (text: string | Buffer, type = '', address = link) => kindOf(Buffer.from(text), type, address);

  test.each([
    ['%PDF-1.7\n', 'text/html', 'pdf'],
    ['junk before\n%PDF-1.4', 'application/octet-stream', 'pdf'],
    [Buffer.from('89504e470d0a1a0a', 'hex'), '', 'png'],
    [Buffer.from('ffd8ffe0', 'hex'), 'application/pdf', 'jpg'],
    [Buffer.from('49492a00', 'hex'), '', 'tif'],
    [zipOf('[Content_Types].xml', 'xl/workbook.xml'), '', 'xlsx'],
    [zipOf('password/DIN.pdf', 'planilla.xl/1.csv'), 'application/octet-stream', 'zip'],
    [zipOf(zipOf('word/document.xml').toString('latin1')), 'application/octet-stream', 'zip'],
    [zipOf('[Content_Types].xml', 'word/document.xml'), 'application/pdf', 'docx'],
    [derOf('{"a":1}'), 'application/octet-stream', 'p7m'],
    [derOf('%PDF-1.7\n1 0 obj\n'), 'application/pdf', 'p7m'],
    [derOf(''), 'application/pkcs7-signature', 'p7s'],
    ['PK\u0003\u0004....', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
    ['PK\u0003\u0004....', 'application/pdf', 'zip'],
    [Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'application/vnd.ms-excel', 'xls'],
    ['<?xml version="1.0"?><DTE version="1.0">', 'application/xml', 'xml'],
    ['<?xml version="1.0"?>\n<!-- SII -->\n<EnvioDTE xmlns="http://www.sii.cl/SiiDte">', 'text/xml', 'xml'],
    ['<?xml version="1.0"?><?xml-stylesheet href="a.xsl"?><DTE>', 'application/octet-stream', 'xml'],
    ['<?xml version="1.0"?><form><field/></form>', 'application/xml', 'xml'],
    ['<?xml version="1.0"?><s:Envelope><s:Body><DTE>', 'text/xml', 'xml'],
    ['plain words', 'text/plain', 'txt'],
    ['{"lines":[{"code":"A1","status":"x"}]}', 'application/json', 'json'],
    ['{"text":"\\"error\\": none"}', 'application/json', 'json'],
    ['From: a@b.cl\r\nSubject: DIN\r\n\r\n<html><body>', 'message/rfc822', 'eml'],
    [Buffer.from('AC1032\0\0\u0001\u0002'), 'application/octet-stream', 'bin'],
    [Buffer.from('1c00000066747970686569780000', 'hex'), 'image/heic', 'heic'],
    [Buffer.from('424d46000000000000003600000028000000', 'hex'), 'image/bmp', 'bmp'],
    ['{"a":1}', 'application/json', 'json'],
    ['<Default><Valor>1</Valor></Default>', 'application/xml', 'xml'],
    ['<?xml version="1.0"?><DefaultDeclaration>', 'text/xml', 'xml'],
    ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">', 'application/octet-stream', 'xml'],
    ['<svg width="9" height="9"><path d="M0 0"/>', 'image/svg+xml', 'xml'],
    ['folio;monto\r\n1;2\r\n3;4\r\n', 'application/vnd.ms-excel', 'csv'],
    ['folio,monto\n1,2\n3,4\n', 'application/vnd.ms-excel', 'csv'],
    [
      '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="x">',
      'application/vnd.ms-excel',
      'xml',
    ],
    ['El archivo empieza con %PDF-1.7 y sigue', 'text/plain', 'txt'],
    ['Los archivos tienen esta marca:\n%PDF-1.4\ny nada antes', 'text/plain', 'txt'],
    ['Los archivos tienen esta marca:\n%PDF-1.4\ny nada antes', 'application/octet-stream', 'txt'],
    ['HTTP/1.1 200 OK\r\n\r\n%PDF-1.4\n1 0 obj\n<<', 'text/plain', 'pdf'],
  ])('%j sent as %j is a document of kind %s', (text, type, extension) => {
    expect(kind(text, type)).toEqual({ kind: 'document', extension });
  });

  test.each([
    ['https://s.example/o/plano.DWG?X-Goog-Signature=abc', 'dwg'],
    ['https://s.example/o/foto.jpeg', 'jpg'],
    ['https://s.example/o/virus.exe', 'bin'],
    ['https://s.example/o/sin', 'bin'],
  ])('when nothing else tells, the path of %s does: %s', (link, extension) => {
    expect(kind('unknown', 'application/octet-stream', link)).toEqual({ kind: 'document', extension });
  });

  test.each([
    ['<!DOCTYPE html><html>', ''],
    ['\ufeff  \n<!-- a proxy --><HTML>', 'application/pdf'],
    ["<?xml version='1.0' encoding='UTF-8'?><Error><Code>ExpiredToken</Code></Error>", 'application/xml'],
    ['<Error>', ''],
    ['<html xmlns="x">', 'application/xml'],
    ['<?xml version="1.0"?><?xml-stylesheet href="a"?><html><body>', 'application/xml'],
    ['<div class="error">No autorizado</div>', 'application/octet-stream'],
    ['<style>b{}</style><p>Denied', ''],
    ['<?xml version="1.0"?><soap:Envelope><soap:Body><soap:Fault>', 'text/xml'],
    ['{"code":"AccessDenied","message":"x"}', 'application/json'],
    ['{"title":"Forbidden"}', 'application/problem+json'],
    ['Service unavailable', 'text/html'],
    ['{"error":{"message":"x"}}', 'application/json'],
    [Buffer.from('fffe3c00680074006d006c003e00', 'hex'), ''],
    [`<!-- ${'x'.repeat(9000)} --><html><body>`, 'application/octet-stream'],
    [`${'\n'.repeat(9000)}<html><body>`, ''],
    ['Error 403\n<!DOCTYPE html><html>', 'text/plain'],
    ['<noscript>enable js</noscript>', 'application/octet-stream'],
    ['<a href="/login">login</a>', ''],
    ['<?xml version="1.0"?><ServiceException>denied</ServiceException>', 'application/xml'],
    ['<?xml version="1.0"?><s:Envelope><s:Header/><s:Body><s:Fault/>', 'text/xml'],
    ['<?xml version="1.0"?><ListBucketResult><Name>b', 'application/xml'],
    ['{"ok":false,"error":"expired"}', 'application/octet-stream'],
    ['{"data":{"x":[1,{"y":2}]},"status_code":404}', ''],
    ['[{"detail":"expired"}]', 'text/json'],
    ['Access Denied', 'application/pdf'],
    ['%PDX', 'application/pdf'],
    [Buffer.alloc(64, 7), 'image/jpeg'],
    ['<svg', 'image/png'],
    ['{"a":1}', 'application/pdf'],
    ['Expired', 'image/jp2'],
    ['<?xml version="1.0"?><AuthenticationFault>', 'text/xml'],
    ['<faultcode>', 'text/xml'],
    ['<svg class="logo"></svg><p>No autorizado</p>', 'application/octet-stream'],
    ['<svg xmlns="http://www.w3.org/2000/svg"></svg><html><body>', ''],
    ['Access Denied', 'image/svg+xml'],
    ['error;message\n403;expired\n', 'application/vnd.ms-excel'],
    ['Lo sentimos, no hay acceso.\nPor favor, ingrese.\n', 'application/vnd.ms-excel'],
    ['Access denied by policy, ask for a new link', 'application/vnd.ms-excel'],
    ['<table><tr><td>Login</td></tr></table>', 'application/vnd.ms-excel'],
    ['Invalid file: the header %PDF-1.x is missing', 'application/pdf'],
    ['No %PDF- in storage', 'application/pdf'],
  ])('%j sent as %j is an error page', (text, type) => {
    expect(kind(text, type)).toMatchObject({ kind: 'error-page' });
  });

  test.each([
    ['%PDF-1.7\n', 'application/pdf'],
    ['PK\u0005\u0006'.padEnd(22, '\0'), 'application/zip'],
    ['\0\0\0\0', 'application/octet-stream'],
    [' ', ''],
    ['<!-- nothing -->', ''],
    ['Access denied by policy.', 'text/plain'],
    ['null', 'application/json'],
    ['{"a":1}', 'application/json'],
    ['<?xml version="1.0"?><Respuesta>No</Respuesta>', 'application/xml'],
    ['<r><Status>no</Status><at>1</at></r>', 'application/xml'],
    ['<ns:Reply><ns:at>1</ns:at></ns:Reply>', ''],
    ['<r id="1"><texto>Enlace vencido</texto></r>', 'application/octet-stream'],
    ['<DTE><Documento><Folio>1</Folio></Docum', 'application/xml'],
    ['<ok/>', 'application/xml'],
    ['error,message\n403,expired\n', 'text/csv'],
    ['error: not allowed', 'message/rfc822'],
  ])('%j sent as %j and no more is an error page', (text, type) => {
    const bytes = Buffer.from(text);
    expect(kindOf(bytes, type, link, bytes.length)).toMatchObject({ kind: 'error-page' });
  });

  test.each([
    ['folio;monto\r\n1;2\r\n', 'text/csv', 'csv'],
    ['folio;monto\r\n1;2\r\n', 'application/vnd.ms-excel', 'csv'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', 'xml'],
    ['To: a@b.cl\r\n\r\nhola', 'message/rfc822', 'eml'],
    [`${'glosa '.repeat(100)}`, 'text/plain', 'txt'],
    [`<?xml version="1.0"?><DTE>${'1'.repeat(600)}</DTE>`, 'application/xml', 'xml'],
    ['<DTE><Documento ID="F1"><RznSoc>Ñuñoa</RznSoc></Documento></DTE>\n', 'application/octet-stream', 'xml'],
    ['<?xml version="1.0"?><a:Recibo><a:Folio>1</a:Folio></a:Recibo>', 'text/xml', 'xml'],
  ])('%j sent as %j and no more is a document of kind %s', (text, type, extension) => {
    const bytes = Buffer.from(text);
    expect(kindOf(bytes, type, link, bytes.length)).toEqual({ kind: 'document', extension });
  });

  test.each([
    ['<html><body>Ingrese su clave para continuar</body></html>', 'error-page'],
    ['{"error":"expired"}', 'error-page'],
    [`<DTE><Documento>${'<Detalle>1</Detalle>'.repeat(40)}</Documento></DTE>`, 'document'],
    ['%PDF-1.7 and the rest of a document', 'document'],
  ])('what a server packs without saying so is judged by its content: %j', (text, expected) => {
    const bytes = gzipSync(text);
    expect(kindOf(bytes, 'application/pdf', link, bytes.length)).toMatchObject({ kind: expected });
    expect(kindOf(bytes, 'application/octet-stream', link, bytes.length)).toMatchObject({ kind: expected });
  });

  test('a message is a document where a hash of storage vouches for it', () => {
    const bytes = Buffer.from('Access Denied');
    const body = { beginning: bytes, opening: { text: 'Access Denied', isXml: false }, size: bytes.length };
    expect(documentExtension(body, 'text/plain', link, true)).toBe('txt');
    expect(() => documentExtension(body, 'text/plain', link)).toThrow('error page');
  });
});
