import { Button, Group, TextInput } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseHttpsAddress } from '../../../shared/model/https-address.ts';
import type { UpdateState } from '../../../shared/model/updates.ts';
import { useAction, useCall } from '../../bridge.ts';
import { Fault } from '../../ui/fault/fault.tsx';
import { formatInstant } from '../../ui/format.ts';
import { Section } from '../settings/section.tsx';
import { useUpdate } from './use-update.ts';

interface Props {
  address: string;
  isManaged: boolean;
  /** That an administrator has set the address. */
  note: ReactNode;
  onAddress: (address: string) => void;
}

/** Which version runs, whether a newer one is offered, and the address that tells. */
export function VersionSection({ address, isManaged, note, onAddress }: Props) {
  const { t } = useTranslation('updates');
  const info = useCall('app.info', undefined).data;
  const update = useUpdate();
  return (
    <Section title={t('title')}>
      <p>{info && t('running', { version: info.version })}</p>
      {update && <Standing update={update} />}
      <div>
        <AddressField kept={address} isManaged={isManaged} onKeep={onAddress} />
        {note}
      </div>
    </Section>
  );
}

function Standing({ update }: { update: UpdateState }) {
  const { t } = useTranslation('updates');
  const openPage = useAction('updates.openPage');
  const at = 'at' in update ? formatInstant(update.at, new Date()) : '';
  if (update.kind !== 'newer') {
    return (
      <p aria-live="polite">
        {t(`state.${update.kind}`, { at })} {update.kind === 'failed' && <small>{update.code}</small>}
      </p>
    );
  }
  const { version, host } = update;
  return (
    <>
      <p aria-live="polite">
        {t('state.newer', { version })} {t('byHand')}
      </p>
      <Group>
        <Button
          variant="default"
          leftSection={<IconExternalLink size={15} aria-hidden />}
          onClick={() => openPage.mutate({ version })}
        >
          {t('openAt', { host })}
        </Button>
      </Group>
      {openPage.error && <Fault error={openPage.error} />}
    </>
  );
}

interface FieldProps {
  kept: string;
  isManaged: boolean;
  onKeep: (address: string) => void;
}

/** The address, kept when the field is left or by Enter; one that is not https stays in the field, which says why, and is not kept. */
function AddressField({ kept, isManaged, onKeep }: FieldProps) {
  const { t } = useTranslation('updates');
  const [typed, setTyped] = useState<string>();
  const [isRefused, setRefused] = useState(false);
  function leave() {
    const address = (typed ?? kept).trim();
    const isGood = address === '' || parseHttpsAddress(address) !== undefined;
    setRefused(!isGood);
    if (!isGood) return;
    setTyped(undefined);
    if (address !== kept) onKeep(address);
  }
  return (
    <TextInput
      label={t('address')}
      description={t('addressMeans')}
      placeholder="https://"
      value={typed ?? kept}
      spellCheck={false}
      disabled={isManaged}
      error={isRefused && t('notHttps')}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter') leave();
      }}
    />
  );
}
