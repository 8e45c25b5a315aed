import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { TypeChoice } from '../../../shared/model/question.ts';
import { PanelButton } from '../../ui/opening-button.tsx';
import { preloadable } from '../../ui/preloadable.tsx';
import { typesWords } from '../../ui/question-words.ts';
import styles from './search.module.css';

/** What it opens, fetched once the first screen stands. */
const panel = preloadable(() => import('./types-panel.tsx'));

interface Props {
  connectionIds: readonly string[];
  types: TypeChoice;
  onTypes: (types: TypeChoice) => void;
  complete: boolean;
  onComplete: (complete: boolean) => void;
}

/** Which document types are asked for: all of the catalogue, or some, also typed by hand. */
export function TypesMenu(props: Props) {
  const { t } = useTranslation('search');
  const label = typesWords(props.types, t);
  return (
    <PanelButton
      panel={panel}
      position="bottom-end"
      width={340}
      button={(opening) => (
        <Button
          {...opening}
          variant="default"
          className={styles.menuButton ?? ''}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={t('typesLabel', { types: label })}
        >
          <span className={styles.label}>{label}</span>
        </Button>
      )}
    >
      {(close) => <panel.Component {...props} onReady={close} />}
    </PanelButton>
  );
}
