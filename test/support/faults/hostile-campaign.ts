import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inflateSync } from 'node:zlib';
import { PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { compiledSources } from '../../../scripts/source-options.mjs';
import { terminalOptions } from '../../../scripts/terminal-options.mjs';
import { plantedKey } from '../agency/client.ts';
import { filesContainingDeep } from '../disk/deep-bytes.ts';
import { plantedKey as keyOfApp, makeHostileFolders, removeHostileFolders } from './hostile-app.ts';
import { hostileBody } from './hostile-bodies.ts';
import type { HostileFigures } from './hostile-figures.ts';
import { hostileFile, plantedSignature, type ServedFile } from './hostile-files.ts';
import type { HostileSlice } from './hostile-process.ts';

/**
 * Does one slice in a process of its own, which this one serves; rejects where that process ends before its
 * figures.
 */
export async function runSlice(slice: Omit<HostileSlice, 'baseUrl' | 'folder'>): Promise<HostileFigures> {
  const { part, seed } = slice;
  const folders = part === 'calls' ? makeHostileFolders() : undefined;
  const folder = folders?.root ?? mkdtempSync(join(tmpdir(), 'carpeta-hostile-'));
  const server = createServer((request, response) => {
    const [, first = '', second = ''] = (request.url ?? '').split(/[/?]/);
    const served =
      first === 'papers'
        ? withDigest(hostileFile(seed, Number(second)).serve())
        : hostileBody(seed, Number(first), { key: plantedKey, signature: plantedSignature });
    void send(response, served);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  try {
    const program = join(import.meta.dirname, 'hostile-process.ts');
    const child = spawn(process.execPath, [...terminalOptions, '--no-warnings', program], {
      // What is shipped has no types to strip, which takes memory in every thread.
      env: {
        NODE_COMPILE_CACHE: compiledSources,
        ...process.env,
        HOSTILE_SLICE: JSON.stringify({ ...slice, baseUrl, folder }),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const printed = text(child.stdout);
    await once(child, 'close');
    const last = (await printed).trim().split('\n').at(-1) ?? '';
    if (!last.startsWith('{')) throw new Error(`${part} from ${slice.from} ended without figures`);
    const figures: HostileFigures = JSON.parse(last);
    // Here, so that looking for harm takes none of that process's memory.
    const secret = folders ? keyOfApp : plantedSignature;
    figures.found.push(...filesContainingDeep(folder, [secret]).map((path) => `a secret in ${path}`));
    if (part === 'papers') figures.silent.push(...(await armedFiles(folder)));
    return figures;
  } finally {
    server.closeAllConnections();
    server.close();
    if (folders) removeHostileFolders(folders);
    else rmSync(folder, { recursive: true, force: true });
  }
}

/** Tells what is sent, where it has an end, so that who takes it can be held to it. */
function withDigest(file: ServedFile): ServedFile {
  if (file.headers['content-length'] === undefined) return file;
  const hash = createHash('sha256');
  for (const chunk of file.chunks()) hash.update(chunk);
  return { ...file, headers: { ...file.headers, 'x-sent-sha256': hash.digest('hex') } };
}

async function send(response: ServerResponse, { status, headers, chunks }: ServedFile): Promise<void> {
  response.writeHead(status, headers);
  for (const chunk of chunks()) {
    if (response.destroyed) return;
    if (!response.write(chunk)) await untilDrained(response);
  }
  response.end();
}

/** Resolves when there is room for more, or nobody who wants it. */
async function untilDrained(response: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  response.once('drain', resolve).once('close', resolve);
  await promise;
  response.off('drain', resolve).off('close', resolve);
}

/** Nothing of these may stand in what is delivered. */
const forbidden =
  /\/(?:JavaScript|JS|Launch|GoToR|GoToE|SubmitForm|ImportData|EmbeddedFiles?|RichMedia|Rendition|XFA|AA|Widget|FileAttachment|Screen|Named|Hide)\b|file:|javascript:|\\\\\\\\server/;

/** Merged files in a folder that hold what none may. */
async function armedFiles(folder: string): Promise<string[]> {
  const armed: string[] = [];
  for (const name of readdirSync(folder).filter((one) => /^entrega-.*\.pdf$/.test(one))) {
    const harm = forbidden.exec(await objectsOf(join(folder, name)))?.[0];
    if (harm !== undefined) armed.push(`${name} holds ${harm}`);
  }
  return armed;
}

/** All objects of a PDF as text but the contents of its pages. */
async function objectsOf(path: string): Promise<string> {
  const document = await PDFDocument.load(readFileSync(path));
  return document.context
    .enumerateIndirectObjects()
    .map(([, object]) => {
      if (!(object instanceof PDFRawStream)) return object.toString();
      const isPacked = object.dict.lookup(PDFName.of('Type')) === PDFName.of('ObjStm');
      return isPacked ? inflateSync(object.contents).toString('latin1') : object.dict.toString();
    })
    .join('\n');
}
