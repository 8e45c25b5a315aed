import { type ComponentType, useEffect } from 'react';
import { compositeKey } from '../../shared/composite-key.ts';
import { topicOfRoute } from '../features/help/topic-routes.ts';
import { Home } from '../features/home/home.tsx';
import { SuggestedSearches } from '../features/search/suggested-searches.tsx';
import { Boundary } from '../ui/boundary.tsx';
import { modalDialog } from '../ui/dialog.tsx';
import { runWhenIdle, waitUntilShown } from '../ui/idle.ts';
import { preloadable } from '../ui/preloadable.tsx';
import { type ListRoute, useRoute } from '../ui/route.ts';

const lists = () => import('./list-screens.ts');
const ofFirst = { isFirst: true };
const results = preloadable(async () => ({ default: (await lists()).Results }), ofFirst);
const today = preloadable(() => import('../features/home/today.tsx'), ofFirst);
const found = preloadable(async () => ({ default: (await lists()).Found }), ofFirst);
/** The inspector of the row at the cursor, shown next to most screens. */
export const inspector = preloadable(() => import('./whole-inspector.tsx'));
const changes = preloadable(() => import('../features/changes/changes.tsx'));
const clients = preloadable(() => import('../features/clients/clients.tsx'));
const connections = preloadable(() => import('../features/connections/connections.tsx'));
const downloads = preloadable(() => import('../features/downloads/downloads.tsx'));
const missing = preloadable(() => import('../features/missing-documents/missing-documents.tsx'));
const payments = preloadable(() => import('../features/payments/payments.tsx'));
const reconciliation = preloadable(() => import('../features/reconciliation/reconciliation.tsx'));
const inspection = preloadable(() => import('../features/deliveries/package.tsx'));
const deliveries = preloadable(() => import('../features/deliveries/deliveries.tsx'));
const settings = preloadable(() => import('./whole-settings.tsx'));
const help = preloadable(() => import('../features/help/help.tsx'));

type ListFile = { default: ComponentType<{ route: ListRoute }> };
/** The lists that are a screen of their own, by view: collected from the file names of the features. */
const ownLists = new Map(
  Object.entries(import.meta.glob<ListFile>('../features/*/*.list.tsx')).map(([path, load]) => [
    path.replace(/^.*\/|\.list\.tsx$/g, ''),
    preloadable(load),
  ]),
);

/** The screens that open first most often. */
const firstScreens = [results, found];
/** Ordered by likelihood. */
const laterScreens = [
  today,
  inspector,
  modalDialog,
  changes,
  clients,
  connections,
  downloads,
  missing,
  payments,
  reconciliation,
  inspection,
  deliveries,
  settings,
  help,
  ...ownLists.values(),
];

/** Preloads the list screens, so that one opens at once. */
export async function preloadLists(): Promise<void> {
  await Promise.all(firstScreens.map(({ preload }) => preload()));
}

/** The screen of the current route. */
export function Screen() {
  const route = useRoute();
  useEffect(() => preloadWhenIdle(), []);
  return <Boundary about={route}>{screenOf(route)}</Boundary>;
}

/**
 * Preloads the lists and then, one by one while the page is idle, the other screens; returns a stop function.
 */
function preloadWhenIdle(): () => void {
  let isStopped = false;
  // A failed preload is repeated, and reported, when the screen opens.
  const preload = (screen: { preload(): Promise<void> }) => screen.preload().catch(() => undefined);
  void (async () => {
    await Promise.all(firstScreens.map(preload));
    await waitUntilShown();
    for (const screen of laterScreens) {
      if (isStopped) return;
      await runWhenIdle(() => preload(screen));
    }
  })();
  return () => {
    isStopped = true;
  };
}

function screenOf(route: ReturnType<typeof useRoute>) {
  switch (route.view) {
    case 'home':
      return <Home day={<today.Component />} beside={<SuggestedSearches />} />;
    case 'results':
      return <results.Component key={route.resultSetId} route={route} />;
    case 'found':
      return (
        <found.Component
          key={compositeKey(route.text, route.savedId)}
          text={route.text}
          part={route.part}
          savedId={route.savedId}
        />
      );
    case 'news':
      return <changes.Component />;
    case 'clients':
      return <clients.Component />;
    case 'connections':
      return <connections.Component />;
    case 'downloads':
      return <downloads.Component {...(route.batchId !== undefined && { batchId: route.batchId })} />;
    case 'settings':
      return <settings.Component />;
    case 'help':
      return <help.Component topic={topicOfRoute(route)} />;
    case 'missing':
      return <missing.Component key={route.part} route={route} />;
    case 'payments':
      return <payments.Component route={route} />;
    case 'cuadratura':
      return <reconciliation.Component route={route} />;
    case 'package':
      return <inspection.Component route={route} />;
    case 'handovers':
      return (
        <deliveries.Component {...(route.deliveryId !== undefined && { deliveryId: route.deliveryId })} />
      );
    default: {
      const list = ownLists.get(route.view);
      return list && <list.Component key={route.view} route={route} />;
    }
  }
}
