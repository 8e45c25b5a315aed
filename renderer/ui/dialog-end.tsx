import { Button, Group, type GroupProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './theme.module.css';

interface Props {
  justify?: GroupProps['justify'];
  /** Shown before the cancel button. */
  before?: GroupProps['children'];
  /** Closes without an action; absent if there is nothing to start. */
  onCancel?: () => void;
  children: GroupProps['children'];
}

/** The buttons at the end of a form: in a dialog they stay visible while the content above scrolls. */
export function DialogEnd({ justify = 'end', before, onCancel, children }: Props) {
  const { t } = useTranslation('ui');
  return (
    <Group className={styles.dialogEnd ?? ''} justify={justify} gap="xs">
      {before}
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      )}
      {children}
    </Group>
  );
}
