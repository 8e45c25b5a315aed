import {
  IconAlertTriangle,
  IconCheck,
  IconCircleX,
  IconFileArrowRight,
  IconFileOff,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import { type HandedLine, type HandedVerdict, handedLines } from '../../../shared/dossier/delivered-lines.ts';
import { lackReasons } from '../../../shared/dossier/missing-reason.ts';
import type { Handover } from '../../../shared/model/delivery.ts';
import { asRut } from '../../components/data-grid/rut-text.ts';
import { useSortedWindows } from '../../components/data-grid/use-fixed-windows.ts';
import { HandoverMenu } from '../../components/downloads-dialog/handover-menu.tsx';
import { meantByLinks, usePapers } from '../../components/downloads-dialog/use-papers.ts';
import { type Wanted, wantedDispatches, wantedLinks } from '../../components/downloads-dialog/wanted.ts';
import { textColumn } from '../../components/list-screen/common-columns.tsx';
import type { ListColumn } from '../../components/list-screen/list-column.ts';
import { ListNote } from '../../components/list-screen/list-note.tsx';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { invoke } from '../../ipc/invoke-hooks.ts';
import { Fault } from '../../ui/error-message/error-message.tsx';
import { type Look, Mark } from '../../ui/mark.tsx';
import screen from '../../ui/screen.module.css';
import { placeWords } from './handover-words.ts';

const none: HandedLine[] = [];
const verdicts = [
  'merged',
  'beside-encrypted',
  'beside-protected',
  'beside-damaged',
  'beside-not-a-pdf',
  'beside-form',
  'beside-too-large',
  'beside-too-heavy',
  'beside-gone',
  'beside-locked',
  ...lackReasons,
  'not-found',
  'partial',
] as const satisfies readonly HandedVerdict[];

/** What became of every paper of a hand-over: its pages, where its copy stands and why, or that it is nowhere in it. */
export function HandedList({ handover }: { handover: Handover }) {
  const { t } = useTranslation('handover');
  const { data: papers, error } = usePapers(handover.dispatches);
  const { kind, dispatches, packed, lacking } = handover;
  const lines = useMemo(
    () => (papers ? handedLines({ dispatches, ...(packed && { packed }), lacking }, papers) : none),
    [dispatches, packed, lacking, papers],
  );
  const columns = useHandedColumns();
  const { windows, sorting } = useSortedWindows(`handover ${handover.id}`, lines, columns);
  return (
    <>
      {error && <Fault error={error} />}
      <ListScreen
        list="handover"
        name={t('handed')}
        windows={windows}
        sorting={sorting}
        columns={columns}
        rowKey={({ connectionId, number, documentId, verdict }) =>
          compositeKey(connectionId, number, documentId, verdict)
        }
        about={handover.id}
        papers={wantedOf}
        hint={t('chooseHanded')}
        bar={(chosen) => (
          <HandoverMenu
            count={chosen.count}
            meant={async () =>
              meantByLinks((await chosen.read()).filter(({ documentId }) => documentId !== ''))
            }
          />
        )}
        tools={<ListNote>{t(kind === 'zip' ? 'zipHint' : packed ? 'packedHint' : 'handedHint')}</ListNote>}
        empty={<div className={screen.empty}>{packed ? t('nothingAmiss') : t('nothingHanded')}</div>}
        save={(shown) =>
          invoke('carpeta.export', {
            ...shown,
            list: 'handover',
            query: { handoverId: handover.id },
            words: {
              verdict: Object.fromEntries(verdicts.map((verdict) => [verdict, t(`verdict.${verdict}`)])),
            },
          })
        }
      />
    </>
  );
}

/** The papers of lines; where only dispatches are chosen that are known in part, all of those. */
function wantedOf(lines: readonly HandedLine[]): Wanted {
  const papers = lines.filter(({ documentId }) => documentId !== '');
  const partial = lines.filter(({ verdict }) => verdict === 'partial');
  return papers.length === 0 && partial.length > 0 ? wantedDispatches(partial) : wantedLinks(papers);
}

function useHandedColumns(): readonly ListColumn<HandedLine>[] {
  const { t } = useTranslation('handover');
  const { t: of } = useTranslation('carpeta');
  return useMemo(
    () => [
      {
        ...textColumn<HandedLine>('number', of('column.number'), 82, ({ number }) => number),
        saved: [
          { column: 'number', title: of('column.number') },
          { column: 'rut', title: 'RUT' },
        ],
      },
      textColumn<HandedLine>('type', t('column.type'), 288, ({ type, rut, documentId }) =>
        documentId === '' ? asRut(rut) : type || t('noType'),
      ),
      textColumn<HandedLine>('folio', t('column.folio'), 132, ({ folio }) => folio),
      {
        ...textColumn<HandedLine>('verdict', t('column.verdict'), 354, ({ verdict }) =>
          t(`verdict.${verdict}`),
        ),
        node: (line) => <HandedMark {...line} />,
      },
      {
        ...textColumn<HandedLine>('place', t('column.place'), 240, (line) => placeWords(line, t), 420),
        saved: [
          { column: 'page', title: t('column.page') },
          { column: 'pages', title: t('column.pages') },
          { column: 'path', title: t('column.path') },
        ],
      },
    ],
    [t, of],
  );
}

function lookOf(verdict: HandedVerdict): Look {
  switch (verdict) {
    case 'merged':
      return [IconCheck, 'good'];
    case 'without-file':
      return [IconFileOff, 'soft'];
    case 'not-downloaded':
    case 'unsigned':
    case 'not-there':
    case 'refused':
    case 'unreachable':
    case 'no-room':
    case 'cancelled':
    case 'partial':
      return [IconAlertTriangle, 'warn'];
    case 'not-found':
    case 'beside-gone':
    case 'beside-locked':
      return [IconCircleX, 'bad'];
    default:
      return [IconFileArrowRight, 'warn'];
  }
}

/** What became of a paper that was handed over, by icon and word. */
function HandedMark({ verdict, isSigned, code }: HandedLine) {
  const { t } = useTranslation('handover');
  return (
    <Mark look={lookOf(verdict)}>
      {t(`verdict.${verdict}`)}
      {code !== undefined && <small className={screen.soft}>{code}</small>}
      {isSigned && <span className={screen.soft}>{t('signed')}</span>}
    </Mark>
  );
}
