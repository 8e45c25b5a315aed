import { type Session, session } from 'electron';
import { createPageFiles } from '../node/page-files.ts';
import { pageOrigin, pageScheme } from './page-scheme.ts';

/** The only permission the page has: to write text to the clipboard. */
const granted = new Set(['clipboard-sanitized-write']);
/** Schemes that never reach a network. */
const ownSchemes = new Set(['app:', 'blob:', 'data:', 'devtools:']);

/**
 * The session that shows the page: in memory and without a cache, because both would write URLs to disk. It
 * serves the page's own files, reaches no network, and grants nothing but copying (Electron's security
 * checklist, 1, 5 and 18).
 */
export function createPageSession(pageFolder: string): Session {
  const own = session.fromPartition('page', { cache: false });
  const fileAt = createPageFiles(pageFolder);
  own.protocol.handle(pageScheme.scheme, async ({ url, method }) => {
    if (method !== 'GET' || URL.parse(url)?.host !== URL.parse(pageOrigin)?.host)
      return new Response(null, { status: 403 });
    const { status, headers, body } = await fileAt(url);
    return new Response(body, { status, headers });
  });
  own.webRequest.onBeforeRequest(({ url }, callback) => {
    callback({ cancel: !ownSchemes.has(URL.parse(url)?.protocol ?? '') });
  });
  own.setPermissionRequestHandler((_, permission, callback) => callback(granted.has(permission)));
  own.setPermissionCheckHandler((_, permission) => granted.has(permission));
  own.setDevicePermissionHandler(() => false);
  own.setDisplayMediaRequestHandler((_, callback) => callback({}));
  own.on('will-download', (event) => event.preventDefault());
  return own;
}
