import { Button, Group, type GroupProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './theme.module.css';

interface Props {
  justify?: GroupProps['justify'];
  /** What stands before the way out. */
  before?: GroupProps['children'];
  /** Leaves without doing anything; left out where nothing can be begun. */
  onCancel?: () => void;
  children: GroupProps['children'];
}

/** The buttons at the end of a form: in a dialog they stay in sight, and what is above them scrolls. */
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
