import { describe, expect, test } from 'vitest';
import { contentKind, crc32c, createDigests } from '../../electron/downloads/destination/content.ts';
import { hashText, judgeAnswer, readHead } from '../../electron/downloads/links/storage-answer.ts';

const begun = { etag: '"e"', contentType: '', proof: 'md5=bWQ1', size: 100, part: '' };
const partial = { part: { bytes: 40 }, begun };
const rest = { 'content-range': 'bytes 40-99/100', etag: '"e"', 'x-goog-hash': 'md5=bWQ1' };

function judged(status: number, headers: Record<string, string>, asked: Parameters<typeof judgeAnswer>[1]) {
  return judgeAnswer(readHead({ status, headers }), asked);
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
    ['304 to a tag that was sent is unchanged', 304, {}, { held: { etag: '"e"' } }, 'unchanged'],
    ['304 that nobody asked for is refused', 304, {}, {}, { refused: 'STORAGE_REFUSED' }],
    [
      '200 with the tag of what is here is unchanged',
      200,
      { etag: '"e"' },
      { held: { etag: '"e"' } },
      'unchanged',
    ],
    ['200 with a weak tag proves nothing', 200, { etag: 'W/"e"' }, { held: { etag: 'W/"e"' } }, 'whole'],
    [
      '200 with the hash of what is here is unchanged',
      200,
      { 'x-goog-hash': 'md5=bWQ1' },
      { held: { md5: 'bWQ1', etag: '"old"' } },
      'unchanged',
    ],
    [
      '200 with another hash is another paper',
      200,
      { 'x-goog-hash': 'md5=eHh4', etag: '"e"' },
      { held: { md5: 'bWQ1', etag: '"e"' } },
      'whole',
    ],
    [
      '200 that is coded is not read',
      200,
      { 'content-encoding': 'gzip' },
      {},
      { refused: 'RESPONSE_UNREADABLE' },
    ],
    ['200 that says it is not coded is the whole', 200, { 'content-encoding': 'identity' }, {}, 'whole'],
    ['206 that is coded starts over', 206, { ...rest, 'content-encoding': 'br' }, partial, 'start-over'],
    ['302 leads elsewhere', 302, {}, {}, { refused: 'REDIRECTED' }],
    ['400 is refused', 400, {}, {}, { refused: 'STORAGE_REFUSED' }],
    ['503 is refused', 503, {}, {}, { refused: 'STORAGE_REFUSED' }],
  ] as const)('%s', (_, status, headers, asked, answer) => {
    expect(judged(status, headers, asked)).toEqual(answer);
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
      hasStrongTag: false,
      contentType: '',
    });
  });
});

describe('digests', () => {
  test('the CRC-32C of its own test vector, in pieces of any size and place', () => {
    expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283);
    const bytes = Buffer.from(Array.from({ length: 999 }, (_, place) => (place * 7) % 256));
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

describe('the beginning of a body', () => {
  const kind = (text: string | Buffer, type = '', link = 'https://storage.example/o/papel') =>
    contentKind(Buffer.from(text), type, link);

  test.each([
    ['%PDF-1.7\n', 'text/html', 'pdf'],
    ['junk before\n%PDF-1.4', 'application/octet-stream', 'pdf'],
    [Buffer.from('89504e470d0a1a0a', 'hex'), '', 'png'],
    [Buffer.from('ffd8ffe0', 'hex'), 'application/pdf', 'jpg'],
    [Buffer.from('49492a00', 'hex'), '', 'tif'],
    ['PK\u0003\u0004....xl/workbook.xml', '', 'xlsx'],
    ['PK\u0003\u0004....', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
    ['PK\u0003\u0004....', 'application/pdf', 'zip'],
    [Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'application/vnd.ms-excel', 'xls'],
    ['<?xml version="1.0"?><DTE version="1.0">', 'application/xml', 'xml'],
    ['<?xml version="1.0"?>\n<!-- SII -->\n<EnvioDTE xmlns="http://www.sii.cl/SiiDte">', 'text/xml', 'xml'],
    ['<?xml version="1.0"?><?xml-stylesheet href="a.xsl"?><DTE>', 'application/octet-stream', 'xml'],
    ['<?xml version="1.0"?><form><field/></form>', 'application/xml', 'xml'],
    ['<?xml version="1.0"?><s:Envelope><s:Body><DTE>', 'text/xml', 'xml'],
    ['plain words', 'text/plain', 'txt'],
    ['{"code":"A1","items":[]}', 'application/json', 'json'],
    ['{"a":1}', 'application/json', 'json'],
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
  ])('%j sent as %j is an error page', (text, type) => {
    expect(kind(text, type)).toEqual({ kind: 'error-page' });
  });
});
