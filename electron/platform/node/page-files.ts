import { randomBytes } from 'node:crypto';
import { extname, join, resolve, sep } from 'node:path';
import { hasCode, readWhole } from '../../lib/retry-while-locked.ts';
import { contentPolicy, filePolicy } from './content-security-policy.ts';

/** Response to one request of the page for a file of its own. */
export interface PageFile {
  status: 200 | 403 | 404;
  headers: Readonly<Record<string, string>>;
  body: Buffer<ArrayBuffer>;
}

/** Placeholder in the built `index.html` for each load's nonce (vite.config.ts, `html.cspNonce`). */
const nonceMark = '__CSP_NONCE__';

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.pfb': 'application/octet-stream',
  '.bcmap': 'application/octet-stream',
  '.icc': 'application/octet-stream',
  '.wasm': 'application/wasm',
};

/**
 * The files of the built page, for a host that serves them under the page's origin. A path is decoded and
 * resolved before it is compared with the folder. A path outside it gets 403; a file without a known media
 * type is not served.
 */
export function createPageFiles(folder: string): (url: string) => Promise<PageFile> {
  const inside = resolve(folder);
  return async (url) => {
    const path = pathOf(url, inside);
    if (path === undefined) return errorPage(403);
    const mediaType = mediaTypes[extname(path)];
    const content = mediaType === undefined ? undefined : await readIfThere(path);
    if (mediaType === undefined || content === undefined) return errorPage(404);
    return path === join(inside, 'index.html') ? document(content, mediaType) : file(content, mediaType);
  };
}

function pathOf(url: string, inside: string): string | undefined {
  const encoded = URL.parse(url)?.pathname;
  const decoded = encoded === undefined ? undefined : decode(encoded);
  // A backslash or a colon separates paths on Windows alone, so no built file has one in its name.
  if (decoded === undefined || /[\0\\:]/.test(decoded)) return undefined;
  const path = join(inside, decoded === '/' ? 'index.html' : decoded);
  return path.startsWith(inside + sep) ? path : undefined;
}

function decode(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

async function readIfThere(path: string): Promise<Buffer<ArrayBuffer> | undefined> {
  try {
    return await readWhole(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return undefined;
    throw error;
  }
}

function document(content: Buffer<ArrayBuffer>, mediaType: string): PageFile {
  const nonce = randomBytes(16).toString('base64url');
  return {
    status: 200,
    headers: { ...headersFor(mediaType), 'content-security-policy': contentPolicy(nonce) },
    body: Buffer.from(content.toString('utf8').replaceAll(nonceMark, nonce)),
  };
}

function file(content: Buffer<ArrayBuffer>, mediaType: string): PageFile {
  return { status: 200, headers: headersFor(mediaType), body: content };
}

function errorPage(status: 403 | 404): PageFile {
  return { status, headers: headersFor('text/plain; charset=utf-8'), body: Buffer.alloc(0) };
}

function headersFor(mediaType: string): Record<string, string> {
  return {
    'content-type': mediaType,
    'content-security-policy': filePolicy,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  };
}
