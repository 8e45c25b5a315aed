import { useTranslation } from 'react-i18next';
import { PartTabs } from '../../components/list-screen/part-tabs.tsx';
import { WithinFields } from '../../components/list-screen/within-fields.tsx';
import { missingTabs, navigate, type Route, withinOf } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
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
  return (
    <div className={screen.screen}>
      <header className={screen.head}>
        <h1>{t('title')}</h1>
        <span className={screen.push} />
        <WithinFields
          within={withinOf(route)}
          hasSearches={route.part !== 'asked'}
          onWithin={(within) => navigate({ view: 'missing', part: route.part, ...within })}
        />
      </header>
      <PartTabs
        label={t('parts')}
        tabs={missingTabs.map((part) => ({
          key: part,
          route: { ...route, part },
          name: t(`part.${part}`),
          isCurrent: part === route.part,
        }))}
      />
      <List route={route} />
    </div>
  );
}
