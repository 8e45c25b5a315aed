import { Button, Menu } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Finding, FindingKind } from '../../../shared/model/review.ts';
import { downloadOfDispatches } from '../../components/downloads-dialog/download-selection.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { scopeOf } from '../../components/list-screen/scope.ts';
import { usePagedList } from '../../components/list-screen/use-paged-list.ts';
import { WithinFields } from '../../components/list-screen/within-fields.tsx';
import { invoke, useInvokeMutation } from '../../ipc/invoke-hooks.ts';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { subjectOfFirst, useInspecting } from '../../ui/inspected-subject.ts';
import { navigate, type Route, withinOf } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { AgencyRutDialog } from './agency-rut-dialog.tsx';
import { DismissDialog } from './dismiss-dialog.tsx';
import { savedFindings, useFindingColumns } from './finding-columns.ts';
import { FindingDetail } from './finding-detail.tsx';
import { findingGroups } from './finding-labels.ts';
import { FindingTools } from './finding-tools.tsx';
import styles from './review.module.css';

type ReviewRoute = Extract<Route, { view: 'review' }>;

/** Findings in the stored documents: each with its reason and its documents, until a person dismisses it. */
export default function Review({ route }: { route: ReviewRoute }) {
  const { t } = useTranslation('review');
  const [kind, setKind] = useState<FindingKind>();
  const [withDismissed, setWithDismissed] = useState(false);
  const [dismissing, setDismissing] = useState<readonly Finding[]>();
  const [isSettingRut, setSettingRut] = useState(false);
  const query = { scope: scopeOf(route), withDismissed, ...(kind && { kinds: [kind] }) };
  const { shown, latest } = usePagedList('carpeta.findings', query, (result) =>
    findingGroups(result, kind, t),
  );
  const inspected = useInspectedFinding(shown.about);
  const restore = useInvokeMutation('carpeta.restore', ['carpeta.findings']);
  const columns = useFindingColumns();
  const putBack = (finding: Finding) =>
    restore.mutate({ finding: finding.id }, { onSuccess: inspected.clear });
  return (
    <div className={screen.screen}>
      <header className={screen.head} data-line>
        <h1>{t('title')}</h1>
        <span className={styles.means} title={t('means')}>
          {t('meansShort')}
        </span>
        <WithinFields
          within={withinOf(route)}
          onWithin={(within) => navigate({ view: 'review', ...within })}
        />
      </header>
      {restore.error && <ErrorMessage error={restore.error} />}
      <ListScreen
        list="findings"
        name={t('title')}
        {...shown}
        columns={columns}
        rowKey={({ id }) => id}
        isDimmed={({ dismissed }) => dismissed !== undefined}
        onCursor={inspected.inspect}
        hint={t('choose')}
        empty={<div className={screen.empty}>{kind === undefined ? t('nothing') : t('nothingOfKind')}</div>}
        tools={
          <FindingTools
            {...{ kind, withDismissed }}
            onKind={setKind}
            onWithDismissed={setWithDismissed}
            counts={latest}
            onAgencyRut={() => setSettingRut(true)}
          />
        }
        below={<FindingDetail finding={inspected.finding} onRestore={putBack} />}
        bar={(selected) => (
          <Button
            leftSection={<IconEyeOff size={14} aria-hidden />}
            disabled={selected.count === 0}
            onClick={() => selected.with(setDismissing)}
          >
            {t('dismiss')}
          </Button>
        )}
        menu={(row, selected) =>
          row.dismissed ? (
            <Menu.Item onClick={() => putBack(row)}>{t('restore')}</Menu.Item>
          ) : (
            <Menu.Item onClick={() => selected.with(setDismissing)}>{t('dismiss')}</Menu.Item>
          )
        }
        documents={(rows) => downloadOfDispatches(rows.flatMap(({ dispatches }) => dispatches))}
        save={({ columns: _shown, ...shown }) =>
          invoke('carpeta.export', { ...shown, list: 'findings', query, ...savedFindings(t) })
        }
      />
      {dismissing && (
        <DismissDialog
          findings={dismissing}
          onClose={() => setDismissing(undefined)}
          onDone={inspected.clear}
        />
      )}
      {isSettingRut && <AgencyRutDialog onClose={() => setSettingRut(false)} />}
    </div>
  );
}

/** The finding whose detail is shown, in the list with the query `about`. */
function useInspectedFinding(about: string) {
  const [inspected, setInspected] = useState<{ finding: Finding; about: string }>();
  const { inspect } = useInspecting();
  return {
    // A finding inspected in another list does not apply to this one.
    finding: inspected?.about === about ? inspected.finding : undefined,
    inspect(finding: Finding) {
      setInspected({ finding, about });
      const subject = subjectOfFirst(finding);
      if (subject) inspect(subject);
    },
    clear: () => setInspected(undefined),
  };
}
