import { Button, Popover } from '@mantine/core';
import { IconColumns } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { preloadable, usePreload } from '../../ui/preloadable.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import words from '../../ui/tool-words.module.css';
import { whenLeft } from '../../ui/when-left.ts';
import type { Arrangement } from './arrangement.ts';

const chooser = preloadable(() => import('./column-chooser.tsx'));

interface Props {
  columns: readonly { id: string; title: string }[];
  arrangement: Arrangement;
  onArrange: (arrangement: Arrangement) => void;
  /** A button of one icon, for a place with little room. */
  isSmall?: boolean;
}

/** Opens the choice of a list's columns. */
export function ColumnsButton({ isSmall = false, ...props }: Props) {
  const { t } = useTranslation('results');
  const [isChoosing, setChoosing] = useState(false);
  usePreload(chooser);
  const turn = () => setChoosing(!isChoosing);
  return (
    <Popover opened={isChoosing} onChange={setChoosing} trapFocus position="bottom-start">
      <Popover.Target>
        {isSmall ? (
          <ToolButton icon={IconColumns} label={t('columns')} onClick={turn} />
        ) : (
          <Button
            variant="default"
            title={t('columns')}
            leftSection={<IconColumns size={14} aria-hidden />}
            onClick={turn}
          >
            <span className={words.word}>{t('columns')}</span>
          </Button>
        )}
      </Popover.Target>
      <Popover.Dropdown p={0} onBlur={whenLeft(() => setChoosing(false))}>
        <chooser.Component {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}
