import { Button, Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TypeChoice } from '../../../shared/model/question.ts';
import { preloadable, usePreload } from '../../ui/preloadable.tsx';
import { typesWords } from '../../ui/question-words.ts';
import { whenLeft } from '../../ui/when-left.ts';
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
  const [isOpen, setOpen] = useState(false);
  const label = typesWords(props.types, t);
  usePreload(panel);
  const turn = () => setOpen(!isOpen);
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus position="bottom-end" width={340}>
      <Popover.Target>
        <Button
          variant="default"
          className={styles.menuButton ?? ''}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={t('typesLabel', { types: label })}
          onClick={() => void panel.preload().then(turn, turn)}
        >
          <span className={styles.label}>{label}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} onBlur={whenLeft(() => setOpen(false))}>
        <panel.Component {...props} onReady={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
