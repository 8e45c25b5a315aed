import { Button } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListName } from '../../../shared/model/lists.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { useKeyText } from '../../ui/keyboard/keys.tsx';
import { useCommand } from '../../ui/keyboard/use-command.ts';
import { OneLine } from '../../ui/one-line.tsx';
import screen from '../../ui/screen.module.css';
import { allRows, noRows } from '../data-grid/row-selection.ts';
import styles from './list-screen.module.css';
import type { SelectedRows } from './selected-rows.ts';

interface BarProps {
  count: number;
  /** The label of the count, if it differs from the default. */
  label?: string | undefined;
  onNone: () => void;
  /** Text at the left while nothing is selected. */
  hint: ReactNode;
  /** The button that selects all, if there are more. */
  all?: ReactNode;
  /** Actions on the selection; `end` is always visible. */
  children: ReactNode;
  end?: ReactNode;
}

/**
 * The number of selected rows and their actions. Always shown, so that nothing moves when rows are selected.
 */
export function SelectionBar({ count, label, onNone, hint, all, children, end }: BarProps) {
  const { t } = useTranslation('dossier');
  const { t: results } = useTranslation('results');
  return (
    <div className={styles.bar}>
      <div className={styles.chosen} data-tour-target="select">
        <span className={screen.status} aria-live="polite">
          {count === 0 ? (
            <span className={screen.soft} title={typeof hint === 'string' ? hint : undefined}>
              {hint}
            </span>
          ) : (
            (label ?? t('chosen', { count }))
          )}
        </span>
        {all}
        {count > 0 && (
          <Button variant="subtle" size="compact-xs" onClick={onNone}>
            {t('chooseNone')}
          </Button>
        )}
      </div>
      <OneLine label={results('moreActions')} opens="above">
        {children}
      </OneLine>
      {end}
    </div>
  );
}

interface DownloadProps {
  list: ListName;
  selected: Pick<SelectedRows<never>, 'count' | 'choose'>;
  total: number;
  /** The list is empty, so that nothing can be selected. */
  isEmpty: boolean;
  /** Rows were selected before the filter. */
  hasHidden?: boolean;
  /** Downloads the documents of the selected rows. */
  onDownload: () => void;
  /** More actions on the selection. */
  children?: ReactNode;
}

/** A selection bar for rows that have documents, with a download button. */
export function DownloadBar(props: DownloadProps) {
  const { list, selected, total, isEmpty, hasHidden, onDownload, children } = props;
  const { t } = useTranslation('downloads');
  const keyText = useKeyText();
  const { count, choose } = selected;
  const canDownload = list !== 'disbursements' && count > 0;
  useCommand('download', () => {
    if (!canDownload) return false;
    onDownload();
  });
  return (
    <SelectionBar
      count={count}
      label={t(`chosen.${list}`, { count })}
      onNone={() => choose(noRows)}
      hint={hasHidden ? t('chosenOutsideFilter') : isEmpty ? '' : t('chooseFirst')}
      all={
        count < total && (
          <Button variant="subtle" size="compact-xs" onClick={() => choose(allRows)}>
            {t('chooseAll', { total })}
          </Button>
        )
      }
      end={
        list !== 'disbursements' && (
          <ActionButton
            variant="filled"
            icon={IconDownload}
            disabled={!canDownload}
            title={keyText('download')}
            data-tour-target="download"
            onClick={onDownload}
          >
            {t('download')}
          </ActionButton>
        )
      }
    >
      {children}
    </SelectionBar>
  );
}

/** Copies the selected rows, for lists without other actions. */
export function CopySelected({ count, onCopy }: { count: number; onCopy: () => void }) {
  const { t } = useTranslation('results');
  const keyText = useKeyText();
  return (
    <ActionButton icon={IconCopy} disabled={count === 0} title={keyText('copy')} onClick={onCopy}>
      {t('copyTable')}
    </ActionButton>
  );
}

/** Downloads the documents of the selected rows. */
export function DownloadSelected({ count, onDownload }: { count: number; onDownload: () => void }) {
  const { t } = useTranslation('downloads');
  const keyText = useKeyText();
  return (
    <ActionButton icon={IconDownload} disabled={count === 0} title={keyText('download')} onClick={onDownload}>
      {t('download')}
    </ActionButton>
  );
}

/** Why rows were not copied, directly above them. */
export function TooMany({ children }: { children: string }) {
  return (
    <p className={styles.tooMany} role="status">
      {children}
    </p>
  );
}
