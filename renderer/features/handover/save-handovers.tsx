import { useTranslation } from 'react-i18next';
import { ExcelMenu } from '../../components/data-grid/excel-menu.tsx';
import { useSaveList } from '../../components/data-grid/use-save-list.ts';
import { Fault } from '../../ui/fault/fault.tsx';

const columns = ['startedAt', 'kind', 'dispatches', 'state', 'lacking', 'files', 'beside', 'folder'] as const;
const kinds = ['merge', 'zip', 'package', 'unknown'] as const;
const ended = ['done', 'incomplete', 'failed', 'cancelled', 'interrupted'] as const;

/** Saves the list of hand-overs; what one of them holds is saved beside its own list. */
export function SaveHandovers() {
  const { t } = useTranslation('handover');
  const { save, error } = useSaveList();
  return (
    <>
      {error && <Fault error={error} />}
      <ExcelMenu
        of={t('title')}
        onSave={(format) =>
          save({
            ...{ list: 'handovers', format, name: t('title') },
            columns: columns.map((column) => ({ column, title: t(`listColumn.${column}`) })),
            words: {
              kind: Object.fromEntries(kinds.map((kind) => [kind, t(`titleOf.${kind}`)])),
              state: {
                running: t('state.starting'),
                ...Object.fromEntries(ended.map((state) => [state, t(`state.${state}`)])),
              },
            },
          })
        }
      />
    </>
  );
}
