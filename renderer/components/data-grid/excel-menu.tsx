import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconTableExport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Keys, useKeyText } from '../../ui/keyboard/keys.tsx';
import { useCommand } from '../../ui/keyboard/use-command.ts';
import { MenuButton } from '../../ui/opening-button.tsx';
import { useToast } from '../../ui/toast.tsx';
import toolStyles from '../../ui/tool-words.module.css';

interface Props {
  onSave: (format: 'csv' | 'xlsx') => void;
  /** Copies the selection; absent if nothing can be copied. */
  onCopy?: () => void;
  canCopy?: boolean;
  /** The list's name, if the screen has more than one. */
  of?: string;
  /** There is nothing to save. */
  isDisabled?: boolean;
}

/** The formats in which a list can be saved. */
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

/** Reports where a list was saved; nothing if the person cancelled. */
export function useNotifySaved(): (saved: { path: string } | undefined) => void {
  const { t } = useTranslation('results');
  const toast = useToast();
  return (saved) => {
    if (saved) toast(t('savedTo', { path: saved.path }));
  };
}
