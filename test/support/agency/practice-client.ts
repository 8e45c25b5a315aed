import type { ApiClient, DistinctPage, DocumentsQuery } from '../../../electron/api/index.ts';
import { paginate } from '../../../electron/api/index.ts';
import { createHttpClient } from '../../../electron/platform/terminal/index.ts';
import type { DispatchDocument } from '../../../shared/model/document.ts';
import { type ClientOverrides, clientOver } from './client.ts';
import { type PracticeAgency, type PracticeOptions, startPractice } from './practice-agency.ts';

/** A practice agency in this process and a client that asks it over real HTTP. */
export interface PracticeAndClient extends AsyncDisposable {
  practice: PracticeAgency;
  client: ApiClient;
}

/** Starts both. Waits between attempts pass at once. */
export async function practiceAndClient(
  options: PracticeOptions = {},
  overrides: ClientOverrides = {},
): Promise<PracticeAndClient> {
  const practice = await startPractice({ documents: 600, clients: 3, today: '2026-11-20', ...options });
  const { httpGet, close } = createHttpClient();
  const { baseUrl, agency, key } = practice;
  const client = clientOver(httpGet, {
    baseUrl,
    agency,
    key: () => key,
    uuid: () => crypto.randomUUID(),
    ...overrides,
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

/** All pages of a list, and their documents in the order in which they came. */
export async function readAllPages(
  api: ApiClient,
  query: DocumentsQuery,
  options?: { signal?: AbortSignal },
): Promise<{ pages: DistinctPage[]; documents: DispatchDocument[] }> {
  const pages: DistinctPage[] = [];
  for await (const page of paginate(api, query, options)) pages.push(page);
  return { pages, documents: pages.flatMap(({ documents }) => documents) };
}
