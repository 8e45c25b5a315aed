import { useTranslation } from 'react-i18next';
import { FilterField } from '../../components/list-screen/filter-field.tsx';
import { PartTabs } from '../../components/list-screen/part-tabs.tsx';
import { scopeOf } from '../../components/list-screen/scope.ts';
import { useFilterText } from '../../components/list-screen/use-filter-text.ts';
import { WithinFields } from '../../components/list-screen/within-fields.tsx';
import { missingTabs, type Route } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { ExpectedList } from './expected-list.tsx';
import { MatrixList } from './matrix-list.tsx';
import { MissingList } from './missing-list.tsx';
import { RequestList } from './request-list.tsx';

type MissingRoute = Extract<Route, { view: 'missing' }>;

const lists = { gaps: MissingList, matrix: MatrixList, asked: RequestList, expected: ExpectedList } as const;

/** Missing documents: by document, by dispatch and type, requests, and expected documents. */
export default function MissingScreen({ route }: { route: MissingRoute }) {
  const { t } = useTranslation('missing');
  const List = lists[route.part];
  const filterText = useFilterText(route, JSON.stringify(scopeOf(route)));
  const { filter } = filterText;
  // Its rows are dispatches: a type is none of their words.
  const isMatrix = route.part === 'matrix';
  return (
    <div className={screen.screen}>
      <ScreenHead title={t('title')} hasTabs>
        <WithinFields route={route} hasSearches={route.part !== 'asked'} />
      </ScreenHead>
      <PartTabs
        label={t('parts')}
        tabs={missingTabs.map((part) => ({
          key: part,
          route: { ...route, part },
          name: t(`part.${part}`),
          isCurrent: part === route.part,
        }))}
      />
      {(route.part === 'gaps' || isMatrix) && (
        <FilterField
          filterText={filterText}
          name={t('find.name')}
          placeholder={t(isMatrix ? 'find.placeholderOfDispatches' : 'find.placeholder')}
          means={t(isMatrix ? 'find.meansOfDispatches' : 'find.means')}
        />
      )}
      {filter && <List route={route} filter={filterText.isNarrowed ? filter : undefined} />}
    </div>
  );
}
