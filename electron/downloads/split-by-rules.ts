import { compositeKey } from '../../shared/composite-key.ts';
import type { SelectionSummary } from '../../shared/model/download.ts';
import type { Rut } from '../../shared/model/rut.ts';
import type { Selection } from '../../shared/model/search-query.ts';
import type { FilterToken, SelectedDocument } from '../database/index.ts';
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
  context: RulesContext,
  { selection, rules, withInactive }: RuledRequest,
): Promise<RuledSelection | undefined> {
  // Most offices have no rules: a selection may have a hundred thousand documents.
  const rulesFor = rules && context.readRules();
  if (!rulesFor) return undefined;
  const selected = await listSelected(context, selection);
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

function listSelected(context: RulesContext, selection: Selection): Promise<SelectedDocument[]> {
  return context.store.listSelected(selection, tokensIn(context, selection));
}

/** The words of a selection's filter; undefined where it has none. */
function tokensIn({ tokensOf }: RulesContext, selection: Selection): readonly FilterToken[] | undefined {
  return selection.kind === 'all' ? tokensOf?.(selection.filter) : undefined;
}

/** The most clients that the name of a batch lists. */
const maxClientsInName = 3;

/**
 * The batches of a request: one for each folder and template that the rules of its clients give. None where
 * these leave out every document. Their names tell their clients, with `isPart` where other batches go with
 * them.
 */
export async function splitByRules(
  context: RulesContext,
  request: BatchRequest,
  isPart = false,
): Promise<BatchRequest[]> {
  const ruled = await applyRules(context, request);
  if (!ruled) {
    if (!isPart) return [request];
    const ruts = rutsOf(await listSelected(context, request.selection));
    return [{ ...request, ...nameWith(clientsInName(context, ruts, ruts), request) }];
  }
  const groups = Map.groupBy(
    ruled.documents,
    ({ folder = request.folder, template = request.template ?? '' }) => compositeKey(folder, template),
  );
  return [...groups.values()]
    .filter((group) => request.withInactive || group.some(({ isActive }) => isActive))
    .map((group, _, all) => {
      const [{ folder = request.folder, template = request.template } = {}] = group;
      const ruts = rutsOf(group);
      // Its only client tells it from the others, or those whose rules give it its place.
      const isRuled = group.every((one) => one.folder !== undefined || one.template !== undefined);
      const isNamed = (isPart || all.length > 1) && (ruts.length === 1 || isRuled);
      const clients = isNamed ? clientsInName(context, ruts, ruled.ruts) : '';
      return {
        ...request,
        selection: selectionOf(group),
        folder,
        ...(template !== undefined && { template }),
        ...nameWith(clients, request),
      };
    });
}

function rutsOf(documents: readonly SelectedDocument[]): Rut[] {
  return [...new Set(documents.map(({ rut }) => rut as Rut))];
}

function nameWith(clients: string, request: BatchRequest): Pick<BatchRequest, 'name'> {
  const name = [clients, request.name].filter(Boolean).join(' · ').slice(0, 200);
  return name === '' ? {} : { name };
}

/** The first of these clients, by name; a RUT stands beside a name that another of `all` has. */
function clientsInName({ namer }: RulesContext, ruts: readonly Rut[], all: readonly Rut[]): string {
  const nameOf = (rut: Rut) => namer.clientName({ rut });
  const names = ruts.slice(0, maxClientsInName).map((rut) => {
    const name = nameOf(rut);
    return all.some((other) => other !== rut && nameOf(other) === name) ? `${name} ${rut}` : name;
  });
  return [...names, ...(ruts.length > maxClientsInName ? ['…'] : [])].join(', ');
}

/** Counts of a selection, of what the rules keep of it. Rejects with `RESULT_SET_GONE`. */
export async function summarizeByRules(
  context: RulesContext,
  request: RuledRequest,
): Promise<SelectionSummary> {
  const { selection, withInactive } = request;
  const ruled = await applyRules(context, request);
  const { ruts, leftOut, documents } = ruled ?? { ruts: [], leftOut: 0, documents: [] };
  const summarized = leftOut > 0 ? selectionOf(documents) : selection;
  const tokens = tokensIn(context, summarized);
  const summary = await context.store.selectSummary(summarized, withInactive, tokens);
  return { ...summary, ...(ruled && { ruled: { ruts, leftOut } }) };
}

function selectionOf(documents: readonly SelectedDocument[]): Selection {
  return { kind: 'some', documents: documents.map(({ connectionId, id }) => ({ connectionId, id })) };
}
