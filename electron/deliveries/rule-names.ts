import { documentKey } from '../../shared/composite-key.ts';
import type { DocumentToDeliver } from '../database/index.ts';
import type { TemplateName } from '../downloads/index.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { toDocumentKey } from './fetch-missing.ts';

/**
 * The names that the rules of their clients give documents in a folder, `''` for an archive; undefined where
 * these give none. Rejects with the signal's reason.
 */
export async function namesByRules(
  { readRules, planNames }: Pick<DeliveryContext, 'readRules' | 'planNames'>,
  documents: readonly Pick<DocumentToDeliver, 'connectionId' | 'documentId' | 'rut'>[],
  destination: string,
  signal: AbortSignal,
): Promise<(document: Pick<DocumentToDeliver, 'connectionId' | 'documentId'>) => TemplateName | undefined> {
  const rulesFor = readRules();
  const names = new Map<string, TemplateName>();
  for (const [template, own] of Map.groupBy(documents, ({ rut }) => rulesFor(rut).template)) {
    if (template === undefined) continue;
    const planned = await planNames(template, own.map(toDocumentKey), destination, signal);
    for (const [index, document] of own.entries()) {
      const name = planned[index];
      if (name) names.set(documentKey(document), name);
    }
  }
  return (document) => names.get(documentKey(document));
}
