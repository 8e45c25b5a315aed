import { Group, type GroupProps } from '@mantine/core';
import styles from './theme.module.css';

interface Props {
  justify?: GroupProps['justify'];
  children: GroupProps['children'];
}

/** The buttons at the end of a form: in a dialog they stay in sight, and what is above them scrolls. */
export function DialogEnd({ justify = 'end', children }: Props) {
  return (
    <Group className={styles.dialogEnd ?? ''} justify={justify} gap="xs">
      {children}
    </Group>
  );
}
