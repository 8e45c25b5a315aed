import type { ServerResponse } from 'node:http';

/** A body that is not a document. */
export interface ErrorPage {
  contentType: string;
  body: string;
}

/** Storage's own error body. */
export function errorXml(code: string, message: string, details?: string): ErrorPage {
  const detail = details === undefined ? '' : `<Details>${escaped(details)}</Details>`;
  return {
    contentType: 'application/xml; charset=UTF-8',
    body: `<?xml version='1.0' encoding='UTF-8'?><Error><Code>${escaped(code)}</Code><Message>${escaped(message)}</Message>${detail}</Error>`,
  };
}

/** Storage's error for a link that expired at this instant, milliseconds since 1970. */
export function expiredPage(at: number): ErrorPage {
  const details = `Request signature expired at: ${new Date(at).toISOString()}`;
  return errorXml('ExpiredToken', 'The provided token has expired.', details);
}

/** What an intermediary sends instead of a file. */
export function htmlPage(title: string): ErrorPage {
  return {
    contentType: 'text/html; charset=utf-8',
    body: `<!DOCTYPE html><html><head><title>${escaped(title)}</title></head><body><h1>Error</h1></body></html>`,
  };
}

export function sendPage(
  response: ServerResponse,
  status: number,
  { contentType, body }: ErrorPage,
  headers: Readonly<Record<string, string>> = {},
): void {
  const length = Buffer.byteLength(body);
  response.writeHead(status, { ...headers, 'Content-Type': contentType, 'Content-Length': length }).end(body);
}

/** A text as XML and HTML write it. */
export function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
