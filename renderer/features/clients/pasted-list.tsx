import { Radio } from '@mantine/core';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { Trans, useTranslation } from 'react-i18next';
import type { Client, PastedClient, PastedClients } from '../../../shared/model/connection.ts';
import { formatRut, type Rut } from '../../../shared/model/rut.ts';
import { CheckField } from '../../ui/check-field.tsx';
import screen from '../../ui/screen.module.css';
import styles from './clients.module.css';

const shownClients = 200;
const shownAside = 5;

interface Props {
  pasted: PastedClients;
  /** The entry of a client to be saved; the first if none is selected. */
  selected: ReadonlyMap<Rut, number>;
  onChoose: (rut: Rut, entry: number) => void;
  leftOut: ReadonlySet<Rut>;
  onLeaveOut: (rut: Rut, isOut: boolean) => void;
}

/** The entries of a paste: ambiguous ones first, then the others, then what is excluded and why. */
export function PastedList({ pasted, selected, onChoose, leftOut, onLeaveOut }: Props) {
  const { t } = useTranslation('clients');
  const { clients, wrong, aside } = pasted;
  if (clients.length + wrong.count + aside.count === 0) return null;
  const isDecided = ({ entries }: PastedClient) => entries.length === 1;
  const inOrder = [...clients.filter((client) => !isDecided(client)), ...clients.filter(isDecided)];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by keyboard.
    <ul className={styles.lines} tabIndex={0} aria-label={t('judged')}>
      {wrong.first.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its index, and two may be equal.
        <WrongLine key={index} line={line} />
      ))}
      {wrong.count > wrong.first.length && (
        <li className={screen.bad}>{t('moreWrong', { count: wrong.count - wrong.first.length })}</li>
      )}
      {inOrder.slice(0, shownClients).map((client) => (
        <ReadClient
          key={client.rut}
          client={client}
          selected={selected.get(client.rut) ?? 0}
          onChoose={(entry) => onChoose(client.rut, entry)}
          isOut={leftOut.has(client.rut)}
          onLeaveOut={(isOut) => onLeaveOut(client.rut, isOut)}
        />
      ))}
      {clients.length > shownClients && <li>{t('andMore', { count: clients.length - shownClients })}</li>}
      {aside.count > 0 && (
        <li className={screen.soft}>
          <span>
            {t('aside', { count: aside.count })}
            {aside.first.slice(0, shownAside).map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its index, and two may be equal.
              <small key={index}>{line}</small>
            ))}
            {aside.count > shownAside && <small>…</small>}
          </span>
        </li>
      )}
    </ul>
  );
}

function WrongLine({ line }: { line: string }) {
  const { t } = useTranslation('clients');
  const [first = '', ...rest] = line.split(' ');
  return (
    <li className={screen.bad}>
      <IconX size={14} aria-hidden />
      <b>{first}</b>
      <span>
        {rest.join(' ')} · {t('wrongForm')}
      </span>
    </li>
  );
}

interface ReadProps {
  client: PastedClient;
  selected: number;
  onChoose: (entry: number) => void;
  isOut: boolean;
  onLeaveOut: (isOut: boolean) => void;
}

function ReadClient({ client, selected, onChoose, isOut, onLeaveOut }: ReadProps) {
  const { t } = useTranslation('clients');
  const { rut, expected, isKnown, entries, notEmails, otherEmails = [] } = client;
  const [only] = entries;
  const isRight = rut.endsWith(`-${expected}`);
  const written = formatRut(rut);
  const isRepeated = entries.length > 1;
  return (
    <li className={isRight ? undefined : screen.warn} data-out={isOut || undefined}>
      <CheckField
        size="xs"
        aria-label={t('keepOne', { rut: written })}
        checked={!isOut}
        onCheck={(isChecked) => onLeaveOut(!isChecked)}
      />
      <b>
        {written}
        {(!isRight || isRepeated) && (
          <>
            {' '}
            <IconAlertTriangle className={screen.warn} size={14} aria-hidden />
          </>
        )}
      </b>
      <span>
        {isRepeated ? (
          <Radio.Group
            label={<span className={screen.warn}>{t('repeated')}</span>}
            value={String(selected)}
            onChange={(value) => onChoose(Number(value))}
          >
            <div className={styles.preview}>
              {entries.map((entry, index) => (
                <Radio
                  // biome-ignore lint/suspicious/noArrayIndexKey: an entry is selected by its index.
                  key={index}
                  size="xs"
                  value={String(index)}
                  label={<Entry client={entry} from={isKnown && index === 0 ? t('fromBook') : undefined} />}
                />
              ))}
            </div>
          </Radio.Group>
        ) : (
          only && <Entry client={only} from={isKnown ? t('known') : undefined} />
        )}
        {!isRight && (
          <>
            {' · '}
            <Trans
              t={t}
              i18nKey="wrongDigit"
              values={{ rut: formatRut(`${rut.slice(0, -1)}${expected}` as Rut) }}
              components={{ whole: <span className={styles.whole} /> }}
            />
          </>
        )}
        {notEmails.map((text) => (
          <span key={text} className={screen.warn}>
            {' · '}
            {t('notEmail', { text })}
          </span>
        ))}
        {otherEmails.map((text) => (
          <span key={text} className={screen.warn}>
            {' · '}
            {t('otherEmail', { text })}
          </span>
        ))}
      </span>
    </li>
  );
}

/** The client to be saved; `from` is its source line. */
function Entry({ client, from }: { client: Client; from: string | undefined }) {
  const { t } = useTranslation('clients');
  const { name, email, folder } = client;
  const more = [
    email !== '' && t('keptEmail', { email }),
    folder !== '' && t('keptFolder', { folder }),
    from,
  ].filter((part) => part !== undefined && part !== false);
  return (
    <>
      {name || t('noName')}
      {more.length > 0 && <span className={screen.soft}> · {more.join(' · ')}</span>}
    </>
  );
}
