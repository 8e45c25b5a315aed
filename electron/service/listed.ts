import { CarpetaError } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/model/json.ts';
import type { Heard } from './conversation.ts';
import type { JudgedList } from './envelope.ts';

/** What is read of each item, in their order; others have their turn in between. */
export async function readEach<Read>(
  heard: Pick<Heard, 'breathe'>,
  items: readonly JsonObject[],
  read: (item: JsonObject, position: number) => Read,
): Promise<Read[]> {
  const all: Read[] = [];
  for (const [position, item] of items.entries()) {
    const turn = heard.breathe();
    if (turn) await turn;
    all.push(read(item, position));
  }
  return all;
}

/** `WALK_INCOMPLETE`, to be told beside the rows, where a list that comes whole says that there are more or another number of them. */
export function doubtOf({ items, total, isCut, nextToken }: JudgedList): CarpetaError | undefined {
  if (total !== undefined && total !== items.length)
    return incomplete(`${items.length} came of ${total}`, items.length, total);
  return isCut || nextToken !== undefined
    ? incomplete('the list goes on, and nothing says how', items.length)
    : undefined;
}

/** `WALK_INCOMPLETE` with how many came, and of how many where that is told. */
export function incomplete(why: string, came: number, total?: number): CarpetaError {
  return new CarpetaError('WALK_INCOMPLETE', why, {
    values: { came, ...(total !== undefined && { total }) },
  });
}
