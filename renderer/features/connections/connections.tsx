import { Button, Loader, Menu } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconPlus, IconSchool } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../../shared/model/connection.ts';
import { type UserRole, userRoles } from '../../../shared/model/user-role.ts';
import { invoke, useInvokeMutation, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { useSetting } from '../../ipc/settings-hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useConnectionName } from '../../ui/connection-name.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { MenuButton } from '../../ui/opening-button.tsx';
import { PurgeButton } from '../../ui/purge-button.tsx';
import screen from '../../ui/screen.module.css';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { useStartFirstTour } from '../../ui/tour-state.ts';
import { ConnectionForm } from './connection-form.tsx';
import { ConnectionTestLine } from './connection-test-line.tsx';
import styles from './connections.module.css';
import { isKeyOld, keyAgeDays } from './key-age.ts';
import { ReplaceKey } from './replace-key.tsx';
import { useConnectionTest } from './use-connection-test.ts';

/** The agencies and environments, each with its key's hint and age. */
export default function Connections() {
  const { t } = useTranslation('connections');
  const { data: connections, error } = useInvokeQuery('connections.list', undefined);
  const info = useInvokeQuery('app.info', undefined).data;
  const [isAdding, setAdding] = useState(false);
  const hasPractice = connections?.some(({ isPractice }) => isPractice) ?? true;
  return (
    <div className={styles.screen}>
      <ScreenHead title={t('title')}>
        {!hasPractice && <PracticeMenu />}
        <ActionButton
          variant="filled"
          icon={IconPlus}
          disabled={info?.practiceOnly === true}
          onClick={() => setAdding(true)}
        >
          {t('connect')}
        </ActionButton>
      </ScreenHead>
      {error && <ErrorMessage error={error} />}
      <ul>
        {connections?.map((connection) => (
          <Item key={connection.id} connection={connection} />
        ))}
      </ul>
      {isAdding && (
        <Dialog title={t('connect')} onClose={() => setAdding(false)}>
          <ConnectionForm onSaved={() => setAdding(false)} onCancel={() => setAdding(false)} />
        </Dialog>
      )}
    </div>
  );
}

function Item({ connection }: { connection: Connection }) {
  const { t } = useTranslation('connections');
  const { id, baseUrl, agency, key, isPractice, isManaged, practisedAs } = connection;
  const name = useConnectionName()(connection);
  const { trial, attempt, leave, forget } = useConnectionTest();
  const remove = useInvokeMutation('connections.remove', ['connections.list', 'clients.list']);
  const [open, setOpen] = useState<'change' | 'key' | 'remove'>();
  const close = () => setOpen(undefined);
  const startTour = useStartFirstTour();
  // The test result applied to the former key and address.
  const closeChanged = () => {
    forget();
    close();
  };
  const replaced = () => {
    forget();
    // An agency that an administrator has set is connected by its first key.
    if (key.kind === 'missing') startTour();
  };
  return (
    <li className={styles.item}>
      <div>
        <h2>{name}</h2>
        <div className={styles.facts}>
          {baseUrl} · {agency}
        </div>
        <KeyLine connection={connection} />
        {isManaged && <div className={styles.facts}>{t('managed')}</div>}
      </div>
      <div className={styles.actions}>
        <Button
          variant="default"
          loading={trial.kind === 'trying'}
          onClick={() => void attempt(() => invoke('connections.test', { id }))}
        >
          {t('try')}
        </Button>
        {practisedAs && <PracticeView userRole={practisedAs} />}
        {isPractice && <InjectionMenu />}
        <PurgeButton of={{ connectionId: id }} name={name} />
        {!isPractice && (
          <>
            <Button variant="default" onClick={() => setOpen('key')}>
              {t('replaceKey')}
            </Button>
            {!isManaged && (
              <Button variant="default" onClick={() => setOpen('change')}>
                {t('change')}
              </Button>
            )}
            {!isManaged && (
              <Button variant="default" onClick={() => setOpen('remove')}>
                {t('remove')}
              </Button>
            )}
          </>
        )}
      </div>
      <div className={styles.wide}>
        <ConnectionTestLine trial={trial} onLeave={leave} />
        {remove.error && <ErrorMessage error={remove.error} />}
      </div>
      {open === 'change' && (
        <Dialog title={name} onClose={close}>
          <ConnectionForm connection={connection} onSaved={closeChanged} onCancel={close} />
        </Dialog>
      )}
      {open === 'key' && <ReplaceKey connection={connection} onReplaced={replaced} onClose={close} />}
      {open === 'remove' && (
        <ConfirmDialog
          title={t('removeTitle', { name })}
          text={t(`removeMeans.${key.kind}`)}
          label={t('remove')}
          onClose={close}
          onConfirm={() => remove.mutate({ id })}
        />
      )}
    </li>
  );
}

function KeyLine({ connection: { key, isPractice, practisedAs } }: { connection: Connection }) {
  const { t } = useTranslation('connections');
  const keyReminderDays = useSetting('keyReminderDays');
  if (isPractice) return <div className={styles.facts}>{t(`practiceMeans.${practisedAs ?? 'agency'}`)}</div>;
  if (key.kind === 'missing') {
    return (
      // The system's own message, for the administrator of the computer.
      <div className={screen.warn} title={key.reason}>
        <IconAlertTriangle size={14} aria-hidden /> {t(key.reason === undefined ? 'keyMissing' : 'keyLost')}
      </div>
    );
  }
  const days = keyAgeDays(key.since, Date.now());
  const isOld = isKeyOld(key.since, Date.now(), keyReminderDays);
  return (
    <div className={isOld || key.kind === 'session' ? screen.warn : styles.facts}>
      {key.hint ? t('keyHint', { hint: key.hint }) : t(key.kind === 'kept' ? 'keyKept' : 'key')} ·{' '}
      {days === 0 ? t('keyToday') : t('keyAge', { count: days })}
      {isOld && ` · ${t('keyOld')}`}
      {key.kind === 'session' && ` · ${t('keySession')}`}
    </div>
  );
}

/** Injects faults into the practice agency, so that every error can be tried without harm. */
function InjectionMenu() {
  const { t, i18n } = useTranslation('connections');
  const { data } = useInvokeQuery('practice.faults', undefined);
  const injection = useInvokeMutation('practice.setFault', ['practice.faults']);
  if (!data || data.names.length === 0) return null;
  const nameOf = (name: string) => (isNamed(name) ? t(`misbehaviour.${name}`) : name);
  const isNamed = (name: string): name is Named => i18n.exists(`connections:misbehaviour.${name}`);
  return (
    <>
      {/* A scroll container must contain something that Tab reaches. */}
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
          onChange={(selected) => {
            const name = data.names.find((each) => selected.includes(each) !== data.active.includes(each));
            if (name !== undefined) injection.mutate({ name, isOn: selected.includes(name) });
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
      {injection.error && <ErrorMessage error={injection.error} />}
    </>
  );
}

type Named = keyof typeof import('../../../shared/locales/es-CL/connections.json')['misbehaviour'];

/** Opens the practice agency, as an agency or as an importer. */
function PracticeMenu() {
  const { t } = useTranslation('connections');
  const practice = usePractice();
  return (
    <>
      <MenuButton
        position="bottom-end"
        button={(opening) => (
          <Button
            {...opening}
            variant="default"
            leftSection={practice.isPending ? busy : <IconSchool size={15} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            aria-busy={practice.isPending}
          >
            {t('practice')}
          </Button>
        )}
      >
        {userRoles.map((userRole) => (
          <Menu.Item
            key={userRole}
            disabled={practice.isPending}
            onClick={() => practice.mutate({ office: userRole })}
          >
            {t(`practiseAs.${userRole}`)}
          </Menu.Item>
        ))}
      </MenuButton>
      {practice.error && <ErrorMessage error={practice.error} />}
    </>
  );
}

// A button that is disabled while it works would lose the focus.
const busy = <Loader size={14} aria-hidden />;

/**
 * Switches the user role of the practice agency. Takes the focus of the menu that opened it, which is
 * unmounted by then.
 */
function PracticeView({ userRole }: { userRole: UserRole }) {
  const { t } = useTranslation('connections');
  const practice = usePractice();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus();
  }, []);
  const other = userRole === 'agency' ? 'company' : 'agency';
  return (
    <>
      <Button
        ref={button}
        variant="default"
        leftSection={practice.isPending && busy}
        aria-busy={practice.isPending}
        onClick={() => practice.isPending || practice.mutate({ office: other })}
      >
        {t(`practiseAs.${other}`)}
      </Button>
      {practice.error && <ErrorMessage error={practice.error} />}
    </>
  );
}

function usePractice() {
  return useInvokeMutation('connections.practice', ['connections.list', 'clients.list']);
}
