import { CarpetaError, isCarpetaError } from '../../shared/errors.ts';
import type { DocumentPage, Service, WalkPage, WalkQuestion } from './answer.ts';

// Empty pages with a continuation are allowed; so many in a row are a service that never ends.
const mostEmptyPages = 100;

/**
 * Every page of a question, each document once. The end is the absence of a continuation, never an empty page (names.md, Paging and dates). A
 * lost anchor (`NEXT_TOKEN_INVALID`) restarts the walk once from its beginning; a second one rejects with `WALK_INCOMPLETE`, as does a
 * continuation that leads back or never ends. Other errors are those of the service.
 */
export async function* walk(
  service: Pick<Service, 'files' | 'dispatchFiles'>,
  question: WalkQuestion,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<WalkPage, void, undefined> {
  const given = new Set<string>();
  let pass = yield* walkOnce(service, question, given, undefined, signal);
  if (pass.lost) pass = yield* walkOnce(service, question, given, new Set(given), signal);
  if (pass.lost) throw incomplete('the anchor of the walk was lost twice', pass.lost);
}

/** One pass from the beginning; `before` holds what an earlier pass gave. */
async function* walkOnce(
  service: Pick<Service, 'files' | 'dispatchFiles'>,
  question: WalkQuestion,
  given: Set<string>,
  before: ReadonlySet<string> | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<WalkPage, { lost?: CarpetaError }, undefined> {
  const missing = new Set(before);
  const tokens = new Set<string>();
  let emptyPages = 0;
  for (let isFirst = true, nextToken: string | undefined; ; isFirst = false) {
    let page: DocumentPage;
    try {
      page = await readPage(service, question, nextToken, signal);
    } catch (thrown) {
      if (nextToken !== undefined && isCarpetaError(thrown, 'NEXT_TOKEN_INVALID')) return { lost: thrown };
      throw thrown;
    }
    for (const { id } of page.documents) missing.delete(id);
    const documents = page.documents.filter(({ id }) => isNew(given, id));
    const isLast = page.nextToken === undefined;
    yield {
      ...page,
      documents,
      isRestart: isFirst && before !== undefined,
      gone: isLast ? [...missing] : [],
    };
    if (page.nextToken === undefined) return {};
    emptyPages = page.documents.length === 0 ? emptyPages + 1 : 0;
    if (tokens.has(page.nextToken)) throw incomplete('the continuation leads back');
    if (emptyPages >= mostEmptyPages) throw incomplete('the continuation never ends');
    nextToken = page.nextToken;
    tokens.add(nextToken);
  }
}

function isNew(given: Set<string>, id: string): boolean {
  if (given.has(id)) return false;
  given.add(id);
  return true;
}

function readPage(
  service: Pick<Service, 'files' | 'dispatchFiles'>,
  question: WalkQuestion,
  nextToken: string | undefined,
  signal: AbortSignal | undefined,
): Promise<DocumentPage> {
  const how = { ...(nextToken !== undefined && { nextToken }), ...(signal && { signal }) };
  switch (question.kind) {
    case 'files':
      return service.files({ ...question, ...how });
    case 'dispatch':
      return service.dispatchFiles({ ...question, ...how });
  }
}

function incomplete(why: string, cause?: CarpetaError): CarpetaError {
  return new CarpetaError('WALK_INCOMPLETE', why, {
    ...(cause?.status !== undefined && { status: cause.status }),
    ...(cause?.requestId !== undefined && { requestId: cause.requestId }),
    ...(cause?.exchange !== undefined && { exchange: cause.exchange }),
    cause,
  });
}
