import { request } from 'node:http';
import type { PracticeAgency } from './practice-agency.ts';

/** One answer, read to its end. */
export interface AgencyResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  bytes: Buffer;
  text: string;
  /** The body as JSON; throws when it is none. */
  json(): Record<string, unknown>;
}

/**
 * One request whose path is sent exactly as it is given: nothing is tidied up or encoded. Rejects when no
 * whole answer comes.
 */
export function askExactly(
  origin: string,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string | string[]> } = {},
): Promise<AgencyResponse> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('aborted', () => reject(new Error('the connection closed in the middle')));
      response.once('end', () => {
        const bytes = Buffer.concat(chunks);
        const text = bytes.toString();
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
          ),
          bytes,
          text,
          json: () => JSON.parse(text),
        });
      });
    });
    asked.once('error', reject);
    asked.end();
  });
}

/**
 * One GET of an operation of the practice agency's service, with its key; a query value of `undefined` leaves
 * a parameter out.
 */
export function ask(
  agency: PracticeAgency,
  operation: string,
  query: Readonly<Record<string, string | undefined>> = {},
  headers: Record<string, string> = {},
): Promise<AgencyResponse> {
  const parameters = Object.entries({ key: agency.key, ...query }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
  const path = `/${agency.agency}/v1${operation}?${new URLSearchParams(parameters)}`;
  return askExactly(agency.baseUrl, path, { headers });
}

/** One request of a link as it is. */
export function askLink(
  link: string,
  options: { method?: string; headers?: Record<string, string> } = {},
): Promise<AgencyResponse> {
  const { origin, pathname, search } = new URL(link);
  return askExactly(origin, pathname + search, options);
}
