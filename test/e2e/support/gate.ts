import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';

/**
 * Stands before the service of an agency, and holds its answers back after the first documents until it is
 * opened.
 */
export interface Gate {
  /** The agency as it is reached through the gate. */
  agency: PracticeAgency;
  /** Gives all answers that were held back, and holds no more. */
  open(): void;
  close(): Promise<void>;
}

/**
 * Starts a gate that lets one answer with documents through: a search is under way for as long as a test
 * wants.
 */
export async function startGate(agency: PracticeAgency): Promise<Gate> {
  const opened = Promise.withResolvers<void>();
  let hasSentDocuments = false;
  const server = createServer(async (asked, reply) => {
    const { method, headers } = asked;
    const onward = send(`${agency.baseUrl}${asked.url}`, { method, headers, agent: false }).end();
    const [response] = await once(onward, 'response');
    const body = await text(response);
    if (hasSentDocuments) await opened.promise;
    else hasSentDocuments = asked.url?.includes('/files?') === true && body.includes('"data":[{');
    const { 'transfer-encoding': _, ...passedHeaders } = response.headers;
    reply.writeHead(response.statusCode, passedHeaders);
    reply.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    agency: { ...agency, baseUrl: `http://127.0.0.1:${port}` },
    open: opened.resolve,
    close: async () => {
      opened.resolve();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
