import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../../shared/model/connection.ts';
import { useConnectionName } from '../../ui/connection-name.ts';
import { MenuButton } from '../../ui/opening-button.tsx';
import { goTo } from '../../ui/place.ts';
import styles from './search.module.css';

interface Props {
  connections: readonly Connection[];
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}

/** Which agencies are asked: one, or several at once. */
export function AgencyMenu({ connections, chosen, onChoose }: Props) {
  const { t } = useTranslation('search');
  const nameOf = useConnectionName();
  const [first] = chosen;
  const only = connections.find(({ id }) => id === first);
  const name = only ? nameOf(only) : t('noAgency');
  const label = chosen.length > 1 ? t('agencies', { count: chosen.length }) : name;
  return (
    <MenuButton
      closeOnItemClick={false}
      button={(opening) => (
        <Button
          {...opening}
          variant="default"
          className={styles.menuButton ?? ''}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={t('agencyLabel', { name: label })}
        >
          <span className={styles.label}>{label}</span>
        </Button>
      )}
    >
      <Menu.CheckboxGroup value={[...chosen]} onChange={(ids) => ids.length > 0 && onChoose(ids)}>
        {connections.map((connection) => (
          <Menu.CheckboxItem key={connection.id} value={connection.id}>
            {nameOf(connection)}
          </Menu.CheckboxItem>
        ))}
      </Menu.CheckboxGroup>
      <Menu.Divider />
      <Menu.Item closeMenuOnClick onClick={() => goTo({ view: 'connections' })}>
        {t('manageAgencies')}
      </Menu.Item>
    </MenuButton>
  );
}
