import { useSyncExternalStore } from 'react';
import { compositeKey } from '../../shared/composite-key.ts';
import spanish from '../../shared/locales/es-CL/dossier.json';
import { type ListName, lists } from '../../shared/model/lists.ts';
import type { PaymentGroup } from '../../shared/model/payment-queries.ts';
import type { SavedSearch } from '../../shared/model/search.ts';
import { type HelpTopic, isHelpTopic } from './help-topics.ts';
import { readGroup, writeGroup } from './payment-group-parameters.ts';

/** The current screen and its parameters. Stored in the address, so that a reload restores it. */
export type Route =
  | { view: 'home' }
  /**
   * `filter`: what the list of documents is filtered by when it opens. `words`: those that the files of its
   * documents must have.
   */
  | {
      view: 'results';
      resultSetId: string;
      list: ListName;
      savedId?: string;
      filter?: string;
      words?: string;
    }
  /** `part`: inside the documents, else in their data. `savedId`: that of the saved words. */
  | { view: 'found'; text: string; part?: 'text'; savedId?: string }
  | { view: 'news' }
  | { view: 'clients' }
  | { view: 'connections' }
  | { view: 'downloads'; batchId?: string }
  | { view: 'settings' }
  /** Without a topic: the first one. */
  | { view: 'help'; topic?: HelpTopic }
  | ({ view: 'missing'; part: MissingPart } & Filtered)
  /** `group`: the figure of the table whose disbursements are listed. */
  | ({ view: 'payments'; part: PaymentsPart; group?: PaymentGroup } & Filtered)
  | ListRoute
  | ({ view: 'cuadratura' } & Filtered)
  /**
   * `numbers`: initial dispatches, as a person would paste them. `again`: the delivery whose package is made
   * again.
   */
  | { view: 'package'; numbers?: string; again?: string }
  | { view: 'handovers'; deliveryId?: string };

const listNames = spanish.lists;
/**
 * A list with a screen of its own: it has a name in the translations and a file `<view>.list.tsx` in a
 * feature.
 */
export type ListView = keyof typeof listNames;
/** The route of such a list. */
export type ListRoute = { view: ListView } & Filtered;
/** Those lists, in the order of the sidebar. */
export const listViews: readonly ListView[] = Object.keys(listNames).filter(isListView);
/** Those that a clerk never needs: the settings lead to them, not the sidebar. */
export const advancedViews = ['folders'] as const satisfies readonly ListView[];

function isListView(view: string): view is ListView {
  return Object.hasOwn(listNames, view);
}

/** Whether a route is one of those lists. */
export function isListRoute(route: Route): route is ListRoute {
  return isListView(route.view);
}

/** Whether a text and choices narrow the list of a route. */
export function isFiltered(route: Route): route is FilteredRoute {
  return (
    route.view === 'missing' || route.view === 'payments' || route.view === 'cuadratura' || isListRoute(route)
  );
}

/** The tabs of missing documents: documents, dispatch by type, requests, expected documents. */
export type MissingPart = (typeof missingTabs)[number];
export const missingTabs = ['gaps', 'matrix', 'asked', 'expected'] as const;
export type PaymentsPart = (typeof paymentsTabs)[number];
export const paymentsTabs = ['table', 'list', 'state', 'analysis'] as const;

/** The choice of what nobody owes, or of requests without a recipient: an address has no empty value. */
export const nobody = '-';

/** The choices that a list of a screen is narrowed or laid out by, each with the name of its parameter. */
const choiceParameters = {
  requested: 'requested',
  owing: 'owing',
  onlyOver: 'over',
  completeness: 'completeness',
  retention: 'retention',
  requestState: 'state',
  askedOf: 'of',
  support: 'support',
  rows: 'rows',
  columns: 'columns',
  measure: 'measure',
  kind: 'kind',
  dismissed: 'dismissed',
  verdict: 'verdict',
} as const;
export type ChoiceName = keyof typeof choiceParameters;
const choiceNames = Object.keys(choiceParameters).filter(isChoiceName);

function isChoiceName(name: string): name is ChoiceName {
  return Object.hasOwn(choiceParameters, name);
}

/** What a person has chosen in a screen; from the address, and so perhaps no valid value. */
export type Choices = Readonly<Partial<Record<ChoiceName, string>>>;

/** `filter`: the text that a list is filtered by. `choices`: what else it is narrowed by. */
type Filtered = Within & { filter?: string; choices?: Choices };
/** A route whose list a text filters. */
export type FilteredRoute = Extract<Route, { view: 'missing' | 'payments' | 'cuadratura' }> | ListRoute;

/** The scope of a screen among the stored dispatches; empty means all of them. */
export interface Within {
  connectionId?: string;
  /** From the address, and so perhaps no valid RUT. */
  rut?: string;
  resultSetId?: string;
  /** The dispatches of a package for an inspection. */
  deliveryId?: string;
}

const plainViews = ['news', 'clients', 'connections', 'settings'] as const;

/** The route of an address (`location.hash`); home if it is invalid. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view, first, second] = path.split('/').map(decodePart);
  const parameters = new URLSearchParams(query);
  if (view === 'results' && first) {
    const [savedId, filter, words] = ['saved', 'filter', 'words'].map((name) => parameters.get(name));
    return {
      view,
      resultSetId: first,
      list: lists.find((list) => list === second) ?? 'documents',
      ...(savedId && { savedId }),
      ...(filter && { filter }),
      ...(words && { words }),
    };
  }
  if (view === 'found' && first) {
    const savedId = parameters.get('saved');
    return { view, text: first, ...(second === 'text' && { part: second }), ...(savedId && { savedId }) };
  }
  if (view === 'downloads') return first ? { view, batchId: first } : { view };
  if (view === 'help') return isHelpTopic(first) ? { view, topic: first } : { view };
  if (view === 'handovers') return first ? { view, deliveryId: first } : { view };
  if (view === 'package') {
    const [numbers, again] = [parameters.get('numbers'), parameters.get('again')];
    return { view, ...(numbers && { numbers }), ...(again && { again }) };
  }
  const filter = parameters.get('filter');
  const choices = readChoices(parameters);
  const within = { ...readWithin(parameters), ...(filter && { filter }), ...(choices && { choices }) };
  if (view === 'missing') {
    return { view, part: missingTabs.find((part) => part === first) ?? 'gaps', ...within };
  }
  if (view === 'payments') {
    const group = readGroup(parameters);
    const part = paymentsTabs.find((each) => each === first) ?? 'list';
    return { view, part, ...(group && { group }), ...within };
  }
  if (view && (view === 'cuadratura' || isListView(view))) return { view, ...within };
  const plain = plainViews.find((name) => name === view);
  return { view: plain ?? 'home' };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return '';
    throw error;
  }
}

/** The scope of a route. */
export function withinOf(route: Route): Within {
  if (!isFiltered(route)) return {};
  const { connectionId, rut, resultSetId, deliveryId } = route;
  return {
    ...(connectionId && { connectionId }),
    ...(rut && { rut }),
    ...(resultSetId && { resultSetId }),
    ...(deliveryId && { deliveryId }),
  };
}

/** A key for the rows that a route shows, the same for every list, part or tab of them. */
export function listOf(route: Route): string {
  switch (route.view) {
    case 'results':
      return compositeKey(route.view, route.resultSetId);
    case 'found':
      return compositeKey(route.view, route.text);
    default:
      return compositeKey(route.view, writeWithin(withinOf(route)));
  }
}

function readWithin(parameters: URLSearchParams): Within {
  const names = ['agency', 'client', 'result', 'package'];
  const [connectionId, rut, resultSetId, deliveryId] = names.map((name) => parameters.get(name));
  return {
    ...(connectionId && { connectionId }),
    ...(rut && { rut }),
    ...(resultSetId && { resultSetId }),
    ...(deliveryId && { deliveryId }),
  };
}

function writeWithin({ connectionId, rut, resultSetId, deliveryId, filter, choices = {} }: Filtered): string {
  const scope = { agency: connectionId, client: rut, result: resultSetId, package: deliveryId };
  const chosen = choiceNames.map((name) => [choiceParameters[name], choices[name]]);
  return query({ ...scope, filter, ...Object.fromEntries(chosen) });
}

function readChoices(parameters: URLSearchParams): Choices | undefined {
  const values = choiceNames.flatMap((name) => {
    const value = parameters.get(choiceParameters[name]);
    return value ? [[name, value]] : [];
  });
  return values.length === 0 ? undefined : Object.fromEntries(values);
}

/** A route without the choices of its list: those of another tab would narrow this one unseen. */
export function withoutChoices<One extends FilteredRoute>({
  choices: _,
  ...route
}: One): Omit<One, 'choices'> {
  return route;
}

/** The route with another scope; the text and the choices of its list stay. */
export function withScope(route: FilteredRoute, within: Within): Route {
  const { connectionId: _agency, rut: _client, resultSetId: _search, deliveryId: _package, ...rest } = route;
  return { ...rest, ...within };
}

function writePayments(route: Extract<Route, { view: 'payments' }>): string {
  const written = writeWithin(route);
  const group = writeGroup(route.group ?? {});
  if (group === '') return written;
  return `${written === '' ? '?' : `${written}&`}${group}`;
}

function query(values: Readonly<Record<string, string | undefined>>): string {
  const said = Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return said.length === 0 ? '' : `?${new URLSearchParams(said)}`;
}

/** The address of a route. */
export function formatRoute(route: Route): string {
  switch (route.view) {
    case 'results':
      return `#/results/${encodeURIComponent(route.resultSetId)}/${route.list}${query({ saved: route.savedId, filter: route.filter, words: route.words })}`;
    case 'missing':
      return `#/${route.view}/${route.part}${writeWithin(route)}`;
    case 'payments':
      return `#/${route.view}/${route.part}${writePayments(route)}`;
    case 'package':
      return `#/package${query({ numbers: route.numbers, again: route.again })}`;
    case 'handovers':
      return route.deliveryId ? `#/handovers/${encodeURIComponent(route.deliveryId)}` : '#/handovers';
    case 'help':
      return route.topic ? `#/help/${route.topic}` : '#/help';
    case 'found':
      return `#/found/${encodeURIComponent(route.text)}${route.part ? `/${route.part}` : ''}${query({ saved: route.savedId })}`;
    case 'downloads':
      return route.batchId ? `#/downloads/${encodeURIComponent(route.batchId)}` : '#/downloads';
    default:
      return `#/${route.view}${isFiltered(route) ? writeWithin(route) : ''}`;
  }
}

/** Navigates to a route. */
export function navigate(route: Route): void {
  window.location.hash = formatRoute(route);
}

/** Changes the current route in its place: going back leads past it. */
export function replaceRoute(route: Route): void {
  window.location.replace(formatRoute(route));
}

/** Navigates to a route, unless the person went elsewhere. */
export type Go = (route: Route) => void;

let lastRequested: Go | undefined;

/**
 * Returns a function that navigates once a result arrives, unless the person has navigated meanwhile or
 * requested to.
 */
export function navigateUnlessLeft(): Go {
  const here = currentRoute();
  const go: Go = (route) => {
    if (currentRoute() === here && lastRequested === go) navigate(route);
  };
  lastRequested = go;
  return go;
}

const listeners = new Set<() => void>();

// One listener for all: between two browser listeners, parts of the page would render different routes.
function notifyAll(): void {
  for (const changed of listeners) changed();
}

function listen(changed: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('hashchange', notifyAll);
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
    if (listeners.size === 0) window.removeEventListener('hashchange', notifyAll);
  };
}

let last: { hash: string; route: Route } = { hash: '', route: { view: 'home' } };

/** The current route; the same object until it changes. */
export function currentRoute(): Route {
  const { hash } = window.location;
  if (last.hash !== hash) last = { hash, route: parseRoute(hash) };
  return last.route;
}

/** Whether a view is the current one. */
export function useIsView(view: Route['view']): boolean {
  return useSyncExternalStore(listen, () => currentRoute().view === view);
}

/** The current route, as a hook. */
export function useRoute(): Route {
  return useSyncExternalStore(listen, currentRoute);
}

/** The route of a saved search: the list it was saved with, or the documents that have its words. */
export function routeOfSaved({ id, resultSetId, view, question }: SavedSearch): Route {
  if (question.kind === 'words') return { view: 'found', text: question.text, part: 'text', savedId: id };
  const { list, words } = view;
  return { view: 'results', resultSetId, list, savedId: id, ...(words && { words }) };
}
