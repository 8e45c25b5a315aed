/**
 * What a program must do at the least: lists the documents of one client, renews links that have expired,
 * fetches sixteen at once, hashes, syncs and renames each, writes the hashes and reads every file again.
 * `bare-download JSON` with the key in `BARE_KEY`; prints how many documents it has.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, writeFile } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { z } from 'zod';

/** Which documents, and where to. */
export interface BarePlan {
  /** Up to and with `/v1`. */
  service: string;
  rut: string;
  from: string;
  to: string;
  folder: string;
  /**
   * Prints the addresses of those that can be fetched, or how many documents are listed, and fetches nothing.
   */
  listsOnly?: 'addresses' | 'count';
}

const plan = JSON.parse(process.argv[2] ?? '') as BarePlan;
const key = process.env['BARE_KEY'] ?? '';
const http = new Agent({ keepAlive: true });
const documentSchema = z.looseObject({
  id: z.string(),
  url: z.string().optional(),
  isActive: z.boolean(),
  numeroDespacho: z.string().optional(),
});
type Document = z.infer<typeof documentSchema>;
const named = z.looseObject({ name: z.string().nullable() });

async function respond(url: string): Promise<IncomingMessage> {
  const request = get(url, { agent: http });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

/** The rows of an answer and its continuation, whatever both are called. */
async function ask(path: string, query: Record<string, string>): Promise<{ rows: unknown[]; token: string }> {
  const response = await respond(`${plan.service}/${path}?${new URLSearchParams({ ...query, key })}`);
  const chunks: Buffer[] = await response.toArray();
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
  const entries = Object.entries(z.looseObject({}).parse(body));
  const rows = entries.flatMap(([, value]) => (Array.isArray(value) ? value : []));
  const token = entries.find(([name, value]) => /token/i.test(name) && typeof value === 'string')?.[1];
  return { rows, token: typeof token === 'string' ? token : '' };
}

async function list(): Promise<Document[]> {
  const documents: Document[] = [];
  const { rows } = await ask('master/file-types', {});
  for (const name of new Set(
    z
      .array(named)
      .parse(rows)
      .map((type) => type.name ?? ''),
  )) {
    if (name === '') continue;
    let nextToken = '';
    do {
      const range = { rut: plan.rut, startDate: plan.from, endDate: plan.to, fileTypeName: name };
      const page = await ask('files', { ...range, ...(nextToken !== '' && { nextToken }) });
      documents.push(...z.array(documentSchema).parse(page.rows));
      nextToken = page.token;
    } while (nextToken !== '');
  }
  return documents;
}

const renewed = new Map<string, Promise<Map<string, string>>>();

function freshLinks(dispatch: string): Promise<Map<string, string>> {
  const known = renewed.get(dispatch);
  if (known) return known;
  const asked = ask(`dispatch/${encodeURIComponent(dispatch)}/files`, { rut: plan.rut }).then(
    ({ rows }) =>
      new Map(
        z
          .array(documentSchema)
          .parse(rows)
          .map(({ id, url = '' }) => [id, url]),
      ),
  );
  renewed.set(dispatch, asked);
  return asked;
}

let listedAgain: Promise<Map<string, string>> | undefined;

/** The link of a document that its dispatch does not have, or that has no dispatch. */
function freshFromLists(): Promise<Map<string, string>> {
  listedAgain ??= list().then((documents) => new Map(documents.map(({ id, url = '' }) => [id, url])));
  return listedAgain;
}

async function opened({ id, url = '', numeroDespacho = '' }: Document): Promise<IncomingMessage> {
  const response = await respond(url);
  if (response.statusCode === 200) return response;
  response.resume();
  const ofDispatch = numeroDespacho === '' ? undefined : (await freshLinks(numeroDespacho)).get(id);
  return respond(ofDispatch ?? (await freshFromLists()).get(id) ?? '');
}

async function fetchOne(document: Document, index: number): Promise<string> {
  const response = await opened(document);
  if (response.statusCode !== 200) throw new Error(`${document.id}: ${response.statusCode}`);
  const path = join(plan.folder, `${index}.pdf`);
  const file = await open(`${path}.part`, 'w');
  const hash = createHash('sha256');
  for await (const chunk of response) {
    hash.update(chunk);
    await file.write(chunk);
  }
  await file.datasync();
  await file.close();
  await rename(`${path}.part`, path);
  return `${hash.digest('hex')}  ${index}.pdf`;
}

async function fetchAll(documents: readonly Document[]): Promise<string[]> {
  const lines: string[] = [];
  const left = documents.entries();
  const worker = async () => {
    for (const [position, document] of left) lines[position] = await fetchOne(document, position);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  await writeFile(join(plan.folder, 'SHA256SUMS'), `${lines.join('\n')}\n`);
  return lines;
}

async function verify(lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    const [expectedHash, name = ''] = line.split('  ');
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(join(plan.folder, name))) hash.update(chunk);
    if (hash.digest('hex') !== expectedHash) throw new Error(`${name} has changed`);
  }
}

const listed = await list();
const documents = listed.filter(({ url, isActive }) => isActive && url !== undefined);
if (plan.listsOnly === 'count') console.log(listed.length);
else if (plan.listsOnly) for (const { url } of documents) console.log(url);
else {
  await mkdir(plan.folder, { recursive: true });
  await verify(await fetchAll(documents));
  console.log(documents.length);
}
http.destroy();
