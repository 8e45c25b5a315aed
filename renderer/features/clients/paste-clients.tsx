import { Button, Group, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { PastedClient } from '../../../shared/model/connection.ts';
import { formatRut, type Rut } from '../../../shared/model/rut.ts';
import { useAction, useCall } from '../../ipc/bridge.ts';
import { Fault } from '../../ui/fault/fault.tsx';
import styles from './clients.module.css';

const readAfterMs = 200;
const shownLines = 200;

interface Props {
  onKept: () => void;
  /** Another way to go on, beside the button that keeps them. */
  instead?: ReactNode;
}

/** Clients as they are pasted from a spreadsheet or typed: each line is judged, wrong digits warn, wrong forms stay out. */
export function PasteClients({ onKept, instead }: Props) {
  const { t } = useTranslation('clients');
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text, readAfterMs);
  const read = useCall(
    'clients.read',
    { text: settled },
    {
      enabled: settled.trim() !== '',
      placeholderData: keepPreviousData,
    },
  );
  const keep = useAction('clients.keep', ['clients.list']);
  const lines = text.trim() === '' ? [] : (read.data ?? []);
  const good = lines.flatMap((line) => (line.verdict === 'wrong-form' ? [] : [line.client]));
  // A client may stand on two lines; the later one holds.
  const count = new Set(good.map(({ rut }) => rut)).size;
  return (
    <div className={styles.paste}>
      <Textarea
        label={t('paste')}
        data-autofocus
        autoFocus
        description={t('pasteMeans')}
        placeholder={'76.086.428-5	Comercial Andina	contacto@ejemplo.cl\n9.068.826-K	Importadora Sur'}
        minRows={5}
        maxRows={10}
        autosize
        spellCheck={false}
        value={text}
        maxLength={1_000_000}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by keyboard.
        <ul className={styles.lines} tabIndex={0} aria-label={t('judged')}>
          {lines.slice(0, shownLines).map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place alone, and two may be equal.
            <Line key={place} line={line} />
          ))}
          {lines.length > shownLines && <li>{t('andMore', { count: lines.length - shownLines })}</li>}
        </ul>
      )}
      {read.error && <Fault error={read.error} />}
      {keep.error && <Fault error={keep.error} />}
      <Group justify="end" gap="xs">
        {instead}
        <Button
          disabled={good.length === 0}
          loading={keep.isPending}
          onClick={() =>
            keep.mutate(
              { clients: good },
              {
                onSuccess: () => {
                  setText('');
                  onKept();
                },
              },
            )
          }
        >
          {t('keep', { count })}
        </Button>
      </Group>
    </div>
  );
}

function Line({ line }: { line: PastedClient }) {
  const { t } = useTranslation('clients');
  if (line.verdict === 'wrong-form') {
    const [first = '', ...rest] = line.line.trim().split(/\s+/);
    return (
      <li className={styles.bad}>
        <IconX size={14} aria-hidden />
        <b>{first}</b>
        <span>
          {rest.join(' ')} · {t('wrongForm')}
        </span>
      </li>
    );
  }
  const { client, expected, known } = line;
  const meant = `${client.rut.slice(0, -1)}${expected}` as Rut;
  const isRight = line.verdict === 'good';
  return (
    <li className={isRight ? undefined : styles.warn}>
      {isRight ? <IconCheck size={14} aria-hidden /> : <IconAlertTriangle size={14} aria-hidden />}
      <b>{formatRut(client.rut)}</b>
      <span>
        {client.name}
        {!isRight && (
          <>
            {' · '}
            <Trans
              t={t}
              i18nKey="wrongDigit"
              values={{ meant: formatRut(meant) }}
              components={{ whole: <span className={styles.whole} /> }}
            />
          </>
        )}
        {client.email !== '' && (
          <span className={styles.soft}> · {t('keptEmail', { email: client.email })}</span>
        )}
        {client.folder !== '' && (
          <span className={styles.soft}> · {t('keptFolder', { folder: client.folder })}</span>
        )}
        {known && <span className={styles.soft}> · {t('known')}</span>}
      </span>
    </li>
  );
}
