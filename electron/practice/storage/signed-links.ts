import { createHmac, randomBytes } from 'node:crypto';
import type { AgencyData } from '../data/agency-data.ts';
import { eachTime } from '../data/random.ts';
import type { PortContext } from '../options.ts';
import type { Sign } from '../service/list-page.ts';
import { type ErrorPage, errorXml, expiredPage } from './error-pages.ts';

const algorithm = 'GOOG4-HMAC-SHA256';
const account = 'practica@agencia-practica.iam.example';

/** What a link's signature covers: method, host, path and every parameter except itself. */
interface Signed {
  method: string;
  host: string;
  path: string;
  query: URLSearchParams;
}

/** Signs links to objects and verifies them, in the manner of V4 signed URLs. */
export class Signer {
  readonly #secret = randomBytes(24);

  /** A link to an object, valid from `now` (milliseconds since 1970) for so many seconds. */
  sign(origin: string, path: string, now: number, seconds: number): string {
    const date = stamp(now);
    const query = new URLSearchParams({
      'X-Goog-Algorithm': algorithm,
      'X-Goog-Credential': `${account}/${date.slice(0, 8)}/auto/storage/goog4_request`,
      'X-Goog-Date': date,
      'X-Goog-Expires': String(seconds),
      'X-Goog-SignedHeaders': 'host',
    });
    const { host } = new URL(origin);
    const signature = this.#signatureOf({ method: 'GET', host, path, query });
    return `${origin}${path}?${query}&X-Goog-Signature=${signature}`;
  }

  /** Storage's response to a request without a valid link; undefined for a valid one. */
  rejection({ query, ...request }: Signed, now: number): [status: number, page: ErrorPage] | undefined {
    const signature = query.get('X-Goog-Signature');
    if (signature === null)
      return [403, errorXml('AccessDenied', 'Access denied.', 'Anonymous caller does not have access.')];
    const signed = new URLSearchParams(query);
    signed.delete('X-Goog-Signature');
    if (signature !== this.#signatureOf({ ...request, query: signed })) {
      const details = 'The request signature does not match the signature provided.';
      return [403, errorXml('SignatureDoesNotMatch', 'Access denied.', details)];
    }
    const expiresAt = instantOf(query.get('X-Goog-Date') ?? '') + Number(query.get('X-Goog-Expires')) * 1000;
    // Dates in links are whole seconds, and the last second counts.
    return Math.floor(now / 1000) * 1000 > expiresAt ? [400, expiredPage(expiresAt)] : undefined;
  }

  #signatureOf({ method, host, path, query }: Signed): string {
    const signed = [algorithm, method, host, path, query].join('\n');
    return createHmac('sha256', this.#secret).update(signed).digest('hex');
  }
}

/** `20261120T145100Z`. */
function stamp(instant: number): string {
  return `${new Date(instant).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;
}

function instantOf(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));
}

/** Returns the signer of an agency's documents. */
export type SignFor = (agencyData: AgencyData) => Sign;

/** Signs links, except for a share of them; a later request may succeed for the same document. */
export function createLinks({ settings, faults, now }: PortContext, signer: Signer, origin: string): SignFor {
  const { urlLifetimeSeconds, seed, unsignedPercent } = settings;
  const isUnsigned = eachTime(unsignedPercent);
  return (agencyData) => (document) => {
    const { id } = document;
    if (isUnsigned(`${seed}/unsigned/${id}`)) return '';
    for (const act of faults.acting('onLink', { document: id })) act(document, agencyData);
    return signer.sign(origin, objectPath(id), now(), urlLifetimeSeconds);
  };
}

/** The path of a document's object. */
export function objectPath(documentId: string): string {
  return `/agencia-practica-documentos/papeles/${documentId}`;
}
