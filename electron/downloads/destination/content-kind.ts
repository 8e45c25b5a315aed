/** What the beginning of a body turned out to be. */
export type ContentKind = { kind: 'document'; extension: string } | { kind: 'error-page' };

/** How much of a body is looked at, in bytes; a shorter one wholly. */
export const tellingBytes = 4096;

/**
 * Tells a document from an error page, and its extension: by the content itself, else by the content type, else by the path of
 * the link. What nothing tells is `bin`.
 */
export function contentKind(beginning: Uint8Array, contentType: string, link: string): ContentKind {
  const bytes = Buffer.from(beginning.buffer, beginning.byteOffset, Math.min(beginning.length, tellingBytes));
  const magic = signatures.find(({ test }) => test(bytes));
  if (magic) return { kind: 'document', extension: narrowed(magic.extension, bytes, contentType, link) };
  const text = asText(bytes);
  if (isErrorPage(text, contentType)) return { kind: 'error-page' };
  if (/^<\?xml\b/i.test(text)) return { kind: 'document', extension: 'xml' };
  // A PDF may have some bytes before its mark, for as long as a thousand of them.
  if (bytes.subarray(0, 1024).includes('%PDF-', 0, 'latin1')) {
    return { kind: 'document', extension: 'pdf' };
  }
  return { kind: 'document', extension: byType[contentType] ?? extensionOf(link) ?? 'bin' };
}

const starts = (bytes: Buffer, hex: string, at = 0) =>
  bytes.subarray(at, at + hex.length / 2).toString('hex') === hex;

const signatures: readonly { extension: string; test(bytes: Buffer): boolean }[] = [
  { extension: 'pdf', test: (bytes) => starts(bytes, '255044462d') },
  { extension: 'png', test: (bytes) => starts(bytes, '89504e470d0a1a0a') },
  { extension: 'jpg', test: (bytes) => starts(bytes, 'ffd8ff') },
  { extension: 'gif', test: (bytes) => starts(bytes, '47494638') },
  { extension: 'tif', test: (bytes) => starts(bytes, '49492a00') || starts(bytes, '4d4d002a') },
  { extension: 'webp', test: (bytes) => starts(bytes, '52494646') && starts(bytes, '57454250', 8) },
  { extension: 'heic', test: (bytes) => starts(bytes, '6674797068656963', 4) },
  { extension: 'zip', test: (bytes) => starts(bytes, '504b0304') || starts(bytes, '504b0506') },
  { extension: 'doc', test: (bytes) => starts(bytes, 'd0cf11e0a1b11ae1') },
  { extension: 'rtf', test: (bytes) => starts(bytes, '7b5c727466') },
  { extension: 'rar', test: (bytes) => starts(bytes, '526172211a07') },
  { extension: '7z', test: (bytes) => starts(bytes, '377abcaf271c') },
  { extension: 'gz', test: (bytes) => starts(bytes, '1f8b08') },
];

/** Containers that several programs share: what is inside, else what the answer says. */
function narrowed(extension: string, bytes: Buffer, contentType: string, link: string): string {
  const family = families[extension];
  if (!family) return extension;
  const inside = extension === 'zip' ? zipped.find(([name]) => bytes.includes(name))?.[1] : undefined;
  const said = [inside, byType[contentType], extensionOf(link)];
  return said.find((one) => one !== undefined && family.includes(one)) ?? extension;
}

const families: Readonly<Record<string, readonly string[]>> = {
  zip: ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'],
  doc: ['xls', 'ppt', 'msg'],
};
const zipped = [
  ['word/', 'docx'],
  ['xl/', 'xlsx'],
  ['ppt/', 'pptx'],
  ['opendocument.text', 'odt'],
  ['opendocument.spreadsheet', 'ods'],
  ['opendocument.presentation', 'odp'],
] as const;

const office = 'application/vnd.openxmlformats-officedocument';
const byType: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/tiff': 'tif',
  'image/bmp': 'bmp',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'application/json': 'json',
  'text/csv': 'csv',
  'text/plain': 'txt',
  'application/zip': 'zip',
  'application/rtf': 'rtf',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.ms-outlook': 'msg',
  'message/rfc822': 'eml',
  [`${office}.wordprocessingml.document`]: 'docx',
  [`${office}.spreadsheetml.sheet`]: 'xlsx',
  [`${office}.presentationml.presentation`]: 'pptx',
  'application/pkcs7-mime': 'p7m',
  'application/pkcs7-signature': 'p7s',
};
// Kinds that open as documents, never as programs.
const accepted = new Set([...Object.values(byType), 'odt', 'ods', 'odp', 'rar', '7z', 'gz', 'dwg', 'dxf']);

function extensionOf(link: string): string | undefined {
  const path = URL.parse(link)?.pathname ?? '';
  const extension = /\.([a-z0-9]{1,5})$/i.exec(path)?.[1]?.toLowerCase();
  if (extension === 'jpeg') return 'jpg';
  if (extension === 'tiff') return 'tif';
  return extension !== undefined && accepted.has(extension) ? extension : undefined;
}

function asText(bytes: Buffer): string {
  const wide = starts(bytes, 'fffe') ? 'utf-16le' : starts(bytes, 'feff') ? 'utf-16be' : undefined;
  const text = wide ? new TextDecoder(wide).decode(bytes) : bytes.toString('utf8');
  return text.replace(/^[\ufeff\s\0]+/, '');
}

/** A page for people, or storage's own error: never a document of a dispatch. Other XML may be one (electronic invoices are). */
function isErrorPage(text: string, contentType: string): boolean {
  const markup = text.replace(/^(?:(?:<\?[\s\S]*?\?>|<!--[\s\S]*?-->)\s*)+/, '');
  if (/^<!doctype\s+html/i.test(markup)) return true;
  const tree = markup.replace(/^<!doctype[^>]*>\s*/i, '');
  const root = /^<(?:[\w.-]+:)?([\w.-]+)[\s>/]/.exec(tree)?.[1]?.toLowerCase();
  if (root !== undefined && pageRoots.has(root)) return true;
  if (root !== undefined && fragmentRoots.has(root) && !text.startsWith('<?xml')) return true;
  if (root === 'envelope' && soapFault.test(tree)) return true;
  if (contentType === 'application/json' && isJsonError(text)) return true;
  return errorTypes.has(contentType);
}

const soapFault = /<(?:[\w.-]+:)?Body[^>]*>\s*<(?:[\w.-]+:)?Fault[\s>/]/;

function isJsonError(text: string): boolean {
  if (/^\{\s*"(?:error|fault)/i.test(text)) return true;
  return /^\{\s*"(?:code|status|statusCode|message)"/i.test(text) && /"(?:message|error)"\s*:/i.test(text);
}

const errorTypes = new Set([
  'text/html',
  'application/xhtml+xml',
  'application/problem+json',
  'application/problem+xml',
]);

const pageRoots = new Set([
  'html',
  'head',
  'body',
  'title',
  'script',
  'meta',
  'h1',
  'center',
  'error',
  'errorresponse',
]);
// Pieces of a page; as the root of what says that it is XML they may be anything.
const fragmentRoots = new Set([
  'div',
  'style',
  'p',
  'span',
  'pre',
  'h2',
  'h3',
  'br',
  'b',
  'table',
  'form',
  'iframe',
]);
