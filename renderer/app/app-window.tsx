import { useMediaQuery } from '@mantine/hooks';
import { IconLayoutBottombar, IconLayoutSidebar, IconLayoutSidebarRight } from '@tabler/icons-react';
import { type CSSProperties, memo, type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { MergeWhenFetched } from '../components/document-actions/merge-when-fetched.ts';
import { GetDocuments } from '../components/document-actions/open-download-dialog.ts';
import { HowTo } from '../components/help/how-to.tsx';
import { PrintDocuments } from '../components/print/print-documents.tsx';
import { DownloadsBar } from '../features/downloads/downloads-bar.tsx';
import { DownloadsButton } from '../features/downloads/downloads-button.tsx';
import { screenOfRoute, topicOfRoute } from '../features/help/topic-routes.ts';
import { SearchForm } from '../features/search/search-form.tsx';
import { useChangeSettings, useSetting } from '../ipc/settings-hooks.ts';
import { Boundary } from '../ui/boundary.tsx';
import { SubjectProvider, useInspecting } from '../ui/inspected-subject.ts';
import { ShortcutsOpener } from '../ui/keyboard/shortcuts-dialog.tsx';
import { CommandContext, useCommand, useCommandRegistry } from '../ui/keyboard/use-command.ts';
import { PaneHandle } from '../ui/pane-handle.tsx';
import { preloadable, usePreload } from '../ui/preloadable.tsx';
import { isListRoute, navigate, useRoute } from '../ui/route.ts';
import { SearchTextContext, searchFieldId, useSearchTextState } from '../ui/search-box-text.ts';
import {
  LayoutContext,
  minMainPx,
  narrowBelow,
  paneLimits,
  useLayout,
  useLayoutState,
} from '../ui/stored-layout.ts';
import { ToolButton } from '../ui/tool-button.tsx';
import { useTourStep } from '../ui/tour-state.ts';
import { UndoKey } from '../ui/undo-key.tsx';
import styles from './app-window.module.css';
import { DeferredInspector } from './deferred-inspector.tsx';
import { Screen } from './screen.tsx';
import { Sidebar } from './sidebar.tsx';

const previewedDocument = preloadable(() => import('./previewed-document.tsx'));
const tour = preloadable(() => import('../features/help/tour.tsx'));

/**
 * The app window and its shared providers. The search box has the initial focus; a list that opens takes it
 * from there.
 */
export const AppWindow = memo(() => {
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body)
      document.getElementById(searchFieldId)?.focus();
  }, []);
  return (
    <SharedProviders>
      <Frame />
      <BackKey />
      <HelpKey />
      <ViewerShown />
      <ShortcutsOpener />
      <UndoKey />
    </SharedProviders>
  );
});

/** One provider per shared value: a change in one re-renders only its consumers. */
function SharedProviders({ children }: { children: ReactNode }) {
  return (
    <CommandContext value={useCommandRegistry()}>
      <SharedLayout>
        <SubjectProvider>
          <SharedSearchText>
            <GetDocuments>
              <PrintDocuments>
                <MergeWhenFetched>{children}</MergeWhenFetched>
              </PrintDocuments>
            </GetDocuments>
          </SharedSearchText>
        </SubjectProvider>
      </SharedLayout>
    </CommandContext>
  );
}

function SharedLayout({ children }: { children: ReactNode }) {
  const stored = useSetting('layout');
  const route = useRoute();
  const savedId = 'savedId' in route ? route.savedId : undefined;
  const isNarrow = useMediaQuery(`(max-width: ${narrowBelow - 1}px)`, false, {
    getInitialValueInEffect: false,
  });
  const layout = useLayoutState(stored, isNarrow, useChangeSettings(), savedId);
  return <LayoutContext value={layout}>{children}</LayoutContext>;
}

function SharedSearchText({ children }: { children: ReactNode }) {
  return <SearchTextContext value={useSearchTextState()}>{children}</SearchTextContext>;
}

/** Views that show the inspector, in addition to each list that is a screen of its own. */
const viewsWithInspector: readonly string[] = [
  'results',
  'found',
  'news',
  'missing',
  'payments',
  'cuadratura',
];

/** Toolbar, sidebar, grid, inspector, downloads bar. */
function Frame() {
  const { t } = useTranslation('app-window');
  const route = useRoute();
  const { layout, isNarrow, isShown, resize } = useLayout();
  const isTable = route.view === 'payments' && route.part === 'table';
  const canInspect = !isTable && (viewsWithInspector.includes(route.view) || isListRoute(route));
  const hasSidebar = isShown('rail');
  // Rows have its width until one is chosen.
  const hasInspector = useInspecting().hasSubject && isShown('inspector') && canInspect;
  const columns = [
    ...(hasSidebar && !isNarrow ? [`${layout.railWidth}px`] : []),
    `minmax(${minMainPx}px, 1fr)`,
    ...(hasInspector && !isNarrow ? [`minmax(0, ${layout.inspectorWidth}px)`] : []),
  ].join(' ');
  const columnsStyle: CSSProperties & { '--window-columns': string } = { '--window-columns': columns };
  return (
    <div className={styles.window}>
      <button type="button" className={styles.skip} onClick={skipToMain}>
        {t('skip')}
      </button>
      <Boundary>
        <Toolbar canInspect={canInspect} />
        <TourShown />
      </Boundary>
      <div className={styles.body} style={columnsStyle}>
        {hasSidebar && (
          <nav className={styles.sidebar} aria-label={t('rail.name')} data-over={isNarrow ? true : undefined}>
            <Boundary>
              <Sidebar />
            </Boundary>
            <PaneHandle
              label={t('resize.rail')}
              width={layout.railWidth}
              {...paneLimits.rail}
              pane="before"
              onResize={(width) => resize('rail', width)}
            />
          </nav>
        )}
        <main id="main" className={styles.main} tabIndex={-1}>
          <Screen />
        </main>
        {hasInspector && (
          <aside
            className={styles.inspector}
            aria-label={t('inspector.name')}
            data-over={isNarrow ? true : undefined}
          >
            <PaneHandle
              label={t('resize.inspector')}
              width={layout.inspectorWidth}
              {...paneLimits.inspector}
              pane="after"
              onResize={(width) => resize('inspector', width)}
            />
            <DeferredInspector />
          </aside>
        )}
      </div>
      <Boundary>
        <DownloadsBar />
      </Boundary>
    </div>
  );
}

/** Esc: goes back to the previous route. */
function BackKey(): null {
  const { view } = useRoute();
  useCommand('back', () => {
    if (view === 'home') return false;
    window.history.back();
    return true;
  });
  return null;
}

/** F1: opens the help about the current screen. */
function HelpKey(): null {
  const route = useRoute();
  useCommand('help', () => navigate({ view: 'help', topic: topicOfRoute(route) }));
  return null;
}

/** The viewer, loaded on first use or when the page is idle. */
function ViewerShown() {
  const { preview } = useInspecting();
  usePreload(previewedDocument);
  return preview ? <previewedDocument.Component /> : null;
}

/** The tour, behind the toolbar in the order of Tab. */
function TourShown() {
  const step = useTourStep();
  return step && <tour.Component step={step} />;
}

function skipToMain(): void {
  document.getElementById('main')?.focus();
}

/** The search box and the toggles of the panes. */
function Toolbar({ canInspect }: { canInspect: boolean }) {
  const { t } = useTranslation('app-window');
  const { isShown, toggle } = useLayout();
  const screen = screenOfRoute(useRoute());
  const hasInspector = useInspecting().hasSubject && canInspect;
  return (
    <header className={styles.toolbar}>
      <ToolButton
        icon={IconLayoutSidebar}
        label={t('toggle.rail')}
        isPressed={isShown('rail')}
        onClick={() => toggle('rail')}
      />
      <SearchForm />
      <HowTo key={screen} screen={screen} />
      <DownloadsButton />
      <ToolButton
        icon={IconLayoutBottombar}
        label={t('toggle.shelf')}
        isPressed={isShown('shelf')}
        onClick={() => toggle('shelf')}
      />
      <ToolButton
        icon={IconLayoutSidebarRight}
        label={t('toggle.inspector')}
        isPressed={hasInspector && isShown('inspector')}
        disabled={!hasInspector}
        onClick={() => toggle('inspector')}
      />
    </header>
  );
}
