import { compositeKey } from '../../shared/composite-key.ts';
import type { SelectionSummary } from '../../shared/model/download.ts';
import type { Rut } from '../../shared/model/rut.ts';
import type { Selection } from '../../shared/model/search-query.ts';
import type { SelectedDocument } from '../database/index.ts';
import type { BatchRequest, DownloadsOptions } from './downloads-options.ts';

/** What following the rules of clients takes. */
type RulesContext = Pick<DownloadsOptions, 'store' | 'namer' | 'tokensOf' | 'readRules'>;

/** A selected document, with the folder and the template that the rules give it. */
interface RuledDocument extends SelectedDocument {
  folder: string | undefined;
  template: string | undefined;
}

/** What the rules make of a selection. */
interface RuledSelection {
  /** The documents whose type no rule leaves out. */
  documents: readonly RuledDocument[];
  /** The clients that have rules. */
  ruts: readonly Rut[];
  /** Those that would be downloaded but for their type. */
  leftOut: number;
}

type RuledRequest = Pick<BatchRequest, 'selection' | 'rules' | 'withInactive'>;

/** Applies the rules that a request follows; undefined where it follows none, or no client has any. */
async function applyRules(
  { store, tokensOf, readRules }: RulesContext,
  { selection, rules, withInactive }: RuledRequest,
): Promise<RuledSelection | undefined> {
  // Most offices have no rules: a selection may have a hundred thousand documents.
  const rulesFor = rules && readRules();
  if (!rulesFor) return undefined;
  const tokens = selection.kind === 'all' ? tokensOf?.(selection.filter) : undefined;
  const selected = await store.listSelected(selection, tokens);
  const documents: RuledDocument[] = [];
  const ruts = new Set<string>();
  let leftOut = 0;
  for (const document of selected) {
    const { types, folder, template } = rulesFor(document.rut);
    if (types || folder !== undefined || template !== undefined) ruts.add(document.rut);
    if (rules.includes('types') && types && !types.includes(document.type)) {
      if (document.isActive || withInactive) leftOut += 1;
      continue;
    }
    documents.push({
      ...document,
      folder: rules.includes('folder') ? folder : undefined,
      template: rules.includes('template') ? template : undefined,
    });
  }
  if (ruts.size === 0) return undefined;
  return { documents, ruts: [...ruts] as Rut[], leftOut };
}

/** The most clients that the name of a batch lists. */
const maxClientsInName = 3;

/**
 * The batches of a request: one for each folder and template that the rules of its clients give. None where
 * these leave out every document. Their names tell them apart, `isPart` where other batches go with them.
 */
export async function splitByRules(
  context: RulesContext,
  request: BatchRequest,
  isPart = false,
): Promise<BatchRequest[]> {
  const ruled = await applyRules(context, request);
  if (!ruled) return [request];
  const groups = Map.groupBy(
    ruled.documents,
    ({ folder = request.folder, template = request.template ?? '' }) => compositeKey(folder, template),
  );
  return [...groups.values()]
    .filter((group) => request.withInactive || group.some(({ isActive }) => isActive))
    .map((group, _, all) => {
      const [{ folder = request.folder, template = request.template } = {}] = group;
      const clients = isPart || all.length > 1 ? clientsInName(context, ruled, group) : '';
      const name = [clients, request.name].filter(Boolean).join(' · ').slice(0, 200);
      return {
        ...request,
        selection: selectionOf(group),
        folder,
        ...(template !== undefined && { template }),
        ...(name !== '' && { name }),
      };
    });
}

/**
 * The clients that tell a batch from the others: its only one, or those whose rules give it its place; `''`
 * for the batch of the others. A RUT stands beside a name that two clients have.
 */
function clientsInName(
  { namer }: RulesContext,
  { ruts: ruled }: RuledSelection,
  group: readonly RuledDocument[],
): string {
  const ruts = [...new Set(group.map(({ rut }) => rut as Rut))];
  const isRuled = group.every(({ folder, template }) => folder !== undefined || template !== undefined);
  if (ruts.length > 1 && !isRuled) return '';
  const nameOf = (rut: Rut) => namer.clientName({ rut });
  const names = ruts.slice(0, maxClientsInName).map((rut) => {
    const name = nameOf(rut);
    return ruled.some((other) => other !== rut && nameOf(other) === name) ? `${name} ${rut}` : name;
  });
  return [...names, ...(ruts.length > maxClientsInName ? ['…'] : [])].join(', ');
}

/** Counts of a selection, of what the rules keep of it. Rejects with `RESULT_SET_GONE`. */
export async function summarizeByRules(
  context: RulesContext,
  request: RuledRequest,
): Promise<SelectionSummary> {
  const { store, tokensOf } = context;
  const { selection, withInactive } = request;
  const ruled = await applyRules(context, request);
  const { ruts, leftOut, documents } = ruled ?? { ruts: [], leftOut: 0, documents: [] };
  const summary =
    leftOut > 0
      ? await store.selectSummary(selectionOf(documents), withInactive)
      : await store.selectSummary(
          selection,
          withInactive,
          selection.kind === 'all' ? tokensOf?.(selection.filter) : undefined,
        );
  return { ...summary, ...(ruled && { ruled: { ruts, leftOut } }) };
}

function selectionOf(documents: readonly SelectedDocument[]): Selection {
  return { kind: 'some', documents: documents.map(({ connectionId, id }) => ({ connectionId, id })) };
}
