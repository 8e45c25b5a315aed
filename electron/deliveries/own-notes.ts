import { dispatchKey } from '../../shared/composite-key.ts';
import type { DispatchKey } from '../../shared/model/dossier.ts';
import type { Translator } from '../i18n/index.ts';
import type { DeliveryContext } from './delivery-context.ts';

/** The person's own notes on dispatches, or on those of documents, each with its number. */
export async function readNotes(
  { store }: Pick<DeliveryContext, 'store'>,
  dispatches: readonly DispatchKey[],
): Promise<string[]> {
  const each = new Map(dispatches.map((dispatch) => [dispatchKey(dispatch), dispatch]));
  const notes: string[] = [];
  for (const { connectionId, number } of each.values()) {
    const note = await store.getDispatchNote({ connectionId, number });
    if (note !== '') notes.push(`${number}: ${note}`);
  }
  return notes;
}

/** The notes under their heading, as lines that end in `end`; `''` where there are none. */
export function notesText(notes: readonly string[], { t }: Pick<Translator, 't'>, end: string): string {
  return notes.length > 0 ? [t('documents:notes'), ...notes].join(end) : '';
}
