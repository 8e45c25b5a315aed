import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../../shared/model/connection.ts';
import type { AgencyRut } from '../../../shared/model/dossier.ts';
import { formatRut, parseRut } from '../../../shared/model/rut.ts';
import { useInvokeMutation, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { useConnectionName } from '../../ui/connection-name.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import form from '../../ui/form.module.css';
import screen from '../../ui/screen.module.css';
import styles from './agency-rut.module.css';

/** The RUT of each agency, so that documents issued to it are not reported as another party's. */
export function AgencyRutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('review');
  const connections = useInvokeQuery('connections.list', undefined).data ?? [];
  return (
    <Dialog onClose={onClose} title={t('agencyRutTitle')}>
      <div className={form.form}>
        <p className={screen.soft}>{t('agencyRutMeans')}</p>
        {connections.map((connection, index) => (
          <OneAgency key={connection.id} connection={connection} isFirst={index === 0} />
        ))}
      </div>
    </Dialog>
  );
}

interface AgencyProps {
  connection: Connection;
  isFirst: boolean;
}

function OneAgency({ connection, isFirst }: AgencyProps) {
  const { data, error } = useInvokeQuery('dossier.agencyRut', { connectionId: connection.id });
  if (error) return <ErrorMessage error={error} />;
  return data ? <RutForm connection={connection} isFirst={isFirst} known={data} /> : null;
}

function RutForm({ connection, isFirst, known }: AgencyProps & { known: AgencyRut }) {
  const { id } = connection;
  const name = useConnectionName()(connection);
  const { t } = useTranslation('review');
  const { t: ui } = useTranslation('ui');
  const set = useInvokeMutation('dossier.setAgencyRut', ['dossier.agencyRut', 'dossier.findings']);
  const [text, setText] = useState(known.set ? formatRut(known.set) : '');
  const parsed = parseRut(text);
  const isEmpty = text.trim() === '';
  const isWrong = !isEmpty && (parsed.form === 'wrong' || !parsed.digitIsRight);
  const rut = parsed.form === 'right' ? parsed.rut : undefined;
  function save(event: FormEvent) {
    event.preventDefault();
    set.mutate({ connectionId: id, ...(rut && { rut }) });
  }
  return (
    <form className={styles.agency} onSubmit={save}>
      <TextInput
        label={name}
        data-autofocus={isFirst ? true : undefined}
        autoFocus={isFirst}
        description={known.derived ? t('learnedRut', { rut: formatRut(known.derived) }) : t('noLearnedRut')}
        placeholder={known.derived ? formatRut(known.derived) : '76.086.428-5'}
        error={isWrong ? t('wrongRut') : undefined}
        spellCheck={false}
        maxLength={20}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={isWrong || rut === known.set} loading={set.isPending}>
        {ui('save')}
      </Button>
      {set.error && <ErrorMessage error={set.error} />}
    </form>
  );
}
