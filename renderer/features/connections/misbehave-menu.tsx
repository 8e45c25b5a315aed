import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAction, useCall } from '../../ipc/bridge.ts';
import { Fault } from '../../ui/fault/fault.tsx';
import { MenuButton } from '../../ui/opening-button.tsx';
import styles from './connections.module.css';

/** Has the practice agency do something wrong on purpose, so that every error can be met without harm. */
export function MisbehaveMenu() {
  const { t, i18n } = useTranslation('connections');
  const { data } = useCall('practice.misbehaviours', undefined);
  const misbehave = useAction('practice.misbehave', ['practice.misbehaviours']);
  if (!data || data.names.length === 0) return null;
  const nameOf = (name: string) => (isNamed(name) ? t(`misbehaviour.${name}`) : name);
  const isNamed = (name: string): name is Named => i18n.exists(`connections:misbehaviour.${name}`);
  return (
    <>
      {/* What scrolls must hold something that Tab reaches. */}
      <MenuButton
        closeOnItemClick={false}
        menuItemTabIndex={0}
        position="bottom-end"
        className={styles.tall}
        button={(opening) => (
          <Button {...opening} variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
            {data.active.length === 0 ? t('misbehave') : t('misbehaving', { count: data.active.length })}
          </Button>
        )}
      >
        <Menu.Label>{t('misbehaveMeans')}</Menu.Label>
        <Menu.CheckboxGroup
          value={[...data.active]}
          onChange={(chosen) => {
            const name = data.names.find((each) => chosen.includes(each) !== data.active.includes(each));
            if (name !== undefined) misbehave.mutate({ name, isOn: chosen.includes(name) });
          }}
        >
          <div className={styles.names}>
            {data.names.map((name) => (
              <Menu.CheckboxItem key={name} value={name}>
                {nameOf(name)}
              </Menu.CheckboxItem>
            ))}
          </div>
        </Menu.CheckboxGroup>
      </MenuButton>
      {misbehave.error && <Fault error={misbehave.error} />}
    </>
  );
}

type Named = keyof typeof import('../../../shared/locales/es-CL/connections.json')['misbehaviour'];
