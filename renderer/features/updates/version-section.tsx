import { Group } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { UpdateState } from '../../../shared/model/updates.ts';
import { useInvokeMutation, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { formatInstant } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';

interface Props {
  /** Set only outside the page; `''` if updates are not checked. */
  address: string;
  /** A note that an administrator has set the address; empty otherwise. */
  note: ReactNode;
}

/** The running version, whether a newer one is offered, and the address that is checked. */
export function VersionSection({ address, note }: Props) {
  const { t } = useTranslation('app-window');
  const info = useInvokeQuery('app.info', undefined).data;
  const update = useInvokeQuery('updates.get', undefined).data;
  return (
    <Section title={t('updates.title')}>
      <p>{info && t('updates.running', { version: info.version })}</p>
      {update && <UpdateStatus update={update} />}
      <div>
        <p>{address === '' ? t('updates.unset') : t('updates.asks', { address })}</p>
        {note}
        {address !== '' && !note && <p>{t('updates.forget')}</p>}
      </div>
    </Section>
  );
}

function UpdateStatus({ update }: { update: UpdateState }) {
  const { t } = useTranslation('app-window');
  const openPage = useInvokeMutation('updates.openPage');
  const at = 'at' in update ? formatInstant(update.at, new Date()) : '';
  if (update.kind !== 'newer') {
    return (
      <p aria-live="polite">
        {t(`updates.state.${update.kind}`, { at })} {update.kind === 'failed' && <small>{update.code}</small>}
      </p>
    );
  }
  const { version, host } = update;
  return (
    <>
      <p aria-live="polite">
        {t('updates.state.newer', { version })} {t('updates.byHand')}
      </p>
      <Group>
        <ActionButton icon={IconExternalLink} onClick={() => openPage.mutate({ version })}>
          {t('updates.openAt', { host })}
        </ActionButton>
      </Group>
      {openPage.error && <ErrorMessage error={openPage.error} />}
    </>
  );
}
