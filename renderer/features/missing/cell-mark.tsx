import { IconCheck, IconCircleX, IconFileOff, IconHelpCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Cell, CellState } from '../../../shared/model/carpeta.ts';
import screen from '../../ui/screen.module.css';
import styles from './missing.module.css';

/** What can stand in the matrix, in the order of its legend. */
export const cellStates = [
  'here',
  'no-file',
  'missing',
  'unknown',
  'not-expected',
] as const satisfies readonly CellState[];

const icons = {
  here: IconCheck,
  'no-file': IconFileOff,
  missing: IconCircleX,
  unknown: IconHelpCircle,
} as const;

/** What stands where a type meets a dispatch: a sign, and its word for those who cannot see it. `owes` says who owes papers of the type, if known. */
export function CellMark({ cell: { state, papers }, owes }: { cell: Cell; owes: string }) {
  const { t } = useTranslation('missing');
  const isOwed = owes !== '' && (state === 'missing' || state === 'no-file');
  const word = t(`cell.${state}`);
  return (
    <span className={styles.cell} data-state={state} title={isOwed ? `${word} · ${owes}` : word}>
      {papers > 1 && state === 'here' ? <b aria-hidden>{papers}</b> : <CellIcon state={state} />}
      <span className={screen.unseen}>
        {word} {papers > 1 && papers}
      </span>
    </span>
  );
}

function CellIcon({ state }: { state: CellState }) {
  if (state === 'not-expected') return <span aria-hidden>·</span>;
  const Icon = icons[state];
  return <Icon size={15} aria-hidden />;
}

/** What the signs of the matrix mean. */
export function CellLegend() {
  const { t } = useTranslation('missing');
  return (
    <span className={styles.legend}>
      {cellStates.map((state) => (
        <span key={state}>
          <span className={styles.cell} data-state={state}>
            <CellIcon state={state} />
          </span>
          {t(`cell.${state}`)}
        </span>
      ))}
    </span>
  );
}
