import { IconClock } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MissingDocument } from '../../../shared/model/dossier.ts';
import { Missing } from '../../components/data-grid/cells.tsx';
import { useCommonColumns, useTitledColumns } from '../../components/list-screen/common-columns.tsx';
import type { ListColumn } from '../../components/list-screen/list-column.ts';
import screen from '../../ui/screen.module.css';
import { MissingKind } from './missing-kind.tsx';
import { missingReason, requestLabel } from './reason-labels.ts';

/** The columns of the list of missing documents, with translated titles. */
export function useMissingColumns(): readonly ListColumn<MissingDocument>[] {
  const { t } = useTranslation('missing');
  const { t: of } = useTranslation('dossier');
  const { text, saved } = useTitledColumns<MissingDocument, 'missing'>('missing');
  const common = useCommonColumns();
  return useMemo(
    () => [
      {
        ...common.number<MissingDocument>(),
        width: 88,
        node: ({ number, isOver }) => (
          <span className={screen.mark}>
            {number}
            {!isOver && <UnderWay />}
          </span>
        ),
        saved: [{ column: 'number', title: of('column.number') }, ...saved('isOver')],
      },
      {
        ...text('type', 226, ({ type }) => type, 290),
        saved: saved('type', 'responsible'),
      },
      {
        ...text('kind', 104, ({ kind }) => t(`kind.${kind}`)),
        node: ({ kind }) => <MissingKind kind={kind} />,
      },
      {
        ...text('reason', 186, (missingDocument) => missingReason(missingDocument, t), 200),
        isUnsorted: true,
        saved: saved('basis', 'seen', 'of'),
      },
      {
        ...text('chase', 198, ({ request }) => (request ? requestLabel(request, t) : ''), 240),
        node: ({ request }) => (request ? requestLabel(request, t) : <Missing what={t('notAsked')} />),
        saved: saved('askedOn', 'askedOf', 'note'),
      },
      common.client<MissingDocument>(),
      common.reference<MissingDocument>(),
      common.day<MissingDocument>('day', t('column.day'), ({ day }) => day),
    ],
    [common, t, of, text, saved],
  );
}

/** The mark of a missing document whose dispatch is still in progress. */
function UnderWay() {
  const { t } = useTranslation('missing');
  return (
    <span className={`${screen.mark} ${screen.soft}`} title={t('underWayMeans')}>
      <IconClock size={13} aria-hidden />
      <span className={screen.unseen}>{t('underWay')}</span>
    </span>
  );
}
