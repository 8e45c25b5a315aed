import type { ApiClient, WalkPage, WalkQuestion } from '../../../electron/api/index.ts';
import { walk } from '../../../electron/api/index.ts';
import { createOpen } from '../../../electron/platform/terminal/index.ts';
import {
  type PracticeAgency,
  type PracticeOptions,
  startPractice,
} from '../../../electron/practice/index.ts';
import type { DispatchDocument } from '../../../shared/model/document.ts';
import { type ClientParts, clientOver } from './client.ts';

/** A practice agency in this process and a client that asks it over real HTTP. */
export interface PracticeAndClient extends AsyncDisposable {
  practice: PracticeAgency;
  client: ApiClient;
}

/** Starts both. Waits between attempts pass at once. */
export async function practiceAndClient(
  options: PracticeOptions = {},
  parts: ClientParts = {},
): Promise<PracticeAndClient> {
  const practice = await startPractice({ documents: 600, clients: 3, today: '2026-11-20', ...options });
  const { open, close } = createOpen();
  const { baseUrl, agency, key } = practice;
  const client = clientOver(open, {
    baseUrl,
    agency,
    key: () => key,
    uuid: () => crypto.randomUUID(),
    ...parts,
  });
  return {
    practice,
    client,
    async [Symbol.asyncDispose]() {
      close();
      await practice.close();
    },
  };
}

/** Walks to the end: all pages, and their documents in the order in which they came. */
export async function walked(
  api: ApiClient,
  question: WalkQuestion,
  options?: { signal?: AbortSignal },
): Promise<{ pages: WalkPage[]; documents: DispatchDocument[] }> {
  const pages: WalkPage[] = [];
  for await (const page of walk(api, question, options)) pages.push(page);
  return { pages, documents: pages.flatMap(({ documents }) => documents) };
}
