import type { FaultyFile } from '../injected-faults.ts';

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

/** What an intermediary sends instead of a download, in one of its forms. */
export function faultyPage(page: FaultyFile, code: string): ErrorPage {
  switch (page) {
    case 'xml':
      return errorXml(code, 'The request could not be completed.');
    case 'html':
      return {
        contentType: 'text/html; charset=utf-8',
        body: `<!DOCTYPE html><html><head><title>${escaped(code)}</title></head><body><h1>Error</h1></body></html>`,
      };
    case 'json':
      return {
        contentType: 'application/json; charset=UTF-8',
        body: JSON.stringify({ error: { message: code } }),
      };
    case 'empty':
      return { contentType: 'application/octet-stream', body: '' };
  }
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
