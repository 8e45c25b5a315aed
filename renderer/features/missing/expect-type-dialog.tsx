import { Button, Select } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GroupExpectations } from '../../../shared/model/carpeta.ts';
import { useAction, useCall } from '../../ipc/bridge.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogEnd } from '../../ui/dialog-end.tsx';
import { Fault } from '../../ui/fault/fault.tsx';
import form from '../../ui/form.module.css';
import { groupKeyOf, groupLabels } from './expected-rows.ts';

interface Props {
  groups: readonly GroupExpectations[];
  onDone: () => void;
  onClose: () => void;
}

/** Has a type of the catalogue expected of a group, also one that none of its dispatches ever had. */
export function ExpectTypeDialog({ groups, onDone, onClose }: Props) {
  const { t } = useTranslation('missing');
  const { t: ui } = useTranslation('ui');
  const clients = useCall('clients.list', undefined).data;
  const labels = groupLabels(groups, clients, t);
  const [key, setKey] = useState<string | null>(
    groups.length === 1 && groups[0] ? groupKeyOf(groups[0].group) : null,
  );
  const [type, setType] = useState<string | null>(null);
  const group = groups.find((one) => groupKeyOf(one.group) === key)?.group;
  const types = useCall(
    'types.list',
    { connectionId: group?.connectionId ?? '' },
    { enabled: group !== undefined },
  );
  const decide = useAction('carpeta.decide');
  const error = types.error ?? types.data?.doubt ?? decide.error;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!group || !type) return;
    decide.mutate({ group, types: [{ type, isExpected: true }] }, { onSuccess: onDone });
  }
  return (
    <Dialog onClose={onClose} size="lg" title={t('expectOtherTitle')}>
      <form className={form.form} onSubmit={submit}>
        <Select
          label={t('group')}
          searchable
          data-autofocus
          data={[...labels].map(([value, label]) => ({ value, label }))}
          value={key}
          onChange={setKey}
        />
        <Select
          label={t('column.type')}
          description={t('typeMeans')}
          searchable
          disabled={group === undefined}
          data={[...new Set((types.data?.types ?? []).map(({ name }) => name))]}
          value={type}
          onChange={setType}
        />
        {error && <Fault error={error} />}
        <DialogEnd>
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" disabled={!group || !type} loading={decide.isPending}>
            {t('expect')}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
