import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconTableExport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Keys, useKeyText } from '../../ui/keyboard/keys.tsx';
import { useCommand } from '../../ui/keyboard/use-command.ts';
import { MenuButton } from '../../ui/opening-button.tsx';
import toolStyles from '../../ui/tool-words.module.css';

interface Props {
  onSave: (format: 'csv' | 'xlsx') => void;
  /** Copies what is selected; absent where nothing can be. */
  onCopy?: () => void;
  canCopy?: boolean;
  /** The list that is meant, where the screen has another. */
  of?: string;
  /** There is nothing to save. */
  isDisabled?: boolean;
}

/** What a list can be saved as. */
export function ExcelMenu({ onSave, onCopy, canCopy = true, of, isDisabled = false }: Props) {
  const { t } = useTranslation('results');
  const keyText = useKeyText();
  useCommand('excel', () => {
    if (isDisabled) return false;
    onSave('xlsx');
  });
  return (
    <MenuButton
      position="bottom-end"
      button={(opening) => (
        <Button
          {...opening}
          variant="default"
          disabled={isDisabled}
          title={`${t('excel')} (${keyText('excel')})`}
          {...(of !== undefined && { 'aria-label': `${t('excel')} · ${of}` })}
          leftSection={<IconTableExport size={14} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          <span className={toolStyles.word}>{t('excel')}</span>
        </Button>
      )}
    >
      <Menu.Item rightSection={<Keys of="excel" />} onClick={() => onSave('xlsx')}>
        {t('saveAsExcel')}
      </Menu.Item>
      <Menu.Item onClick={() => onSave('csv')}>{t('saveAsCsv')}</Menu.Item>
      {onCopy && (
        <>
          <Menu.Divider />
          <Menu.Item rightSection={<Keys of="copy" />} disabled={!canCopy} onClick={onCopy}>
            {t('copyTable')}
          </Menu.Item>
        </>
      )}
    </MenuButton>
  );
}
