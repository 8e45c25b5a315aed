import { Button } from '@mantine/core';
import { IconAlertTriangle, IconFileText, IconFolder, IconUser, IconX } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Question, TypeChoice } from '../../../shared/model/question.ts';
import { formatRut, type Rut } from '../../../shared/model/rut.ts';
import type { Understood } from '../../../shared/model/search.ts';
import { useCall } from '../../ipc/bridge.ts';
import { clientName } from '../../ui/question-words.ts';
import { ClientsToTry } from './clients-to-try.tsx';
import { FoundInKept } from './found-in-kept.tsx';
import type { Plan } from './plan.ts';
import styles from './search.module.css';
import { TypesNamed } from './types-named.tsx';

interface Props {
  understood: Understood;
  plan: Plan;
  isSettled: boolean;
  text: string;
  onText: (text: string) => void;
  connectionIds: readonly string[];
  onTypesNamed: (types: TypeChoice, words: readonly string[]) => void;
  clientsToTry: readonly Rut[];
  onClientsToTry: (ruts: readonly Rut[]) => void;
  onOpen: (isOpen: boolean) => void;
  onSubmit: () => void;
}

const shownDispatches = 6;

/** How the text was understood, part by part, and what asking it takes. */
export function Understanding({
  understood,
  plan,
  isSettled,
  text,
  onText,
  connectionIds,
  onTypesNamed,
  clientsToTry,
  onClientsToTry,
  onOpen,
  onSubmit,
}: Props) {
  const { t } = useTranslation('search');
  const clients = useCall('clients.list', undefined).data;
  if (understood.kind === 'nothing')
    return <p className={`${styles.section} ${styles.soft}`}>{t('examples')}</p>;
  const { dispatches, words, wrong } = understood;
  return (
    <>
      {dispatches.length > 0 && (
        <div className={styles.section}>
          <h2>{t('dispatches', { count: dispatches.length })}</h2>
          <ul>
            {dispatches.slice(0, shownDispatches).map(({ number, ruts, source }) => (
              <li key={number} className={styles.line}>
                <IconFolder size={16} aria-hidden />
                <b>{number}</b>
                <span className={styles.soft}>
                  {source === 'unknown' || ruts.length === 0
                    ? clientsToTry.length > 0
                      ? t('willTry', { count: clientsToTry.length })
                      : t('clientUnknown')
                    : ruts.map((rut) => clientName(rut, clients)).join(', ')}
                </span>
              </li>
            ))}
          </ul>
          {dispatches.length > shownDispatches && (
            <span className={styles.soft}>
              {t('andMore', { count: dispatches.length - shownDispatches })}
            </span>
          )}
        </div>
      )}
      <UnderstoodClients understood={understood} text={text} onText={onText} />
      {wrong.length > 0 && (
        <div className={styles.section}>
          <ul>
            {wrong.slice(0, 20).map(({ text: piece, reason }) => (
              <li key={piece} className={`${styles.line} ${styles.bad}`}>
                <IconX size={16} aria-hidden />
                <b>{piece}</b> {t(`wrong.${reason}`)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {words.length > 0 && dispatches.length === 0 && (
        <TypesNamed words={words} connectionIds={connectionIds} onChoose={onTypesNamed} />
      )}
      {words.length > 0 && <FoundInKept text={words.join(' ')} onGo={() => onOpen(false)} />}
      {plan.kind === 'needs-client' && (
        <ClientsToTry numbers={plan.numbers} chosen={clientsToTry} onChoose={onClientsToTry} />
      )}
      {plan.kind === 'ask' && clientsToTry.length > 0 && dispatches.some(({ ruts }) => ruts.length === 0) && (
        <div className={styles.section}>
          <Button variant="subtle" size="compact-xs" onClick={() => onClientsToTry([])}>
            {t('tryOthers')}
          </Button>
        </div>
      )}
      {plan.kind === 'needs-agency' && (
        <p className={`${styles.section} ${styles.warn}`}>{t('needsAgency')}</p>
      )}
      {plan.kind === 'ask' && <Weight question={plan.question} isSettled={isSettled} onSubmit={onSubmit} />}
    </>
  );
}

function UnderstoodClients({
  understood,
  text,
  onText,
}: {
  understood: Understood;
  text: string;
  onText: (text: string) => void;
}) {
  const { t } = useTranslation('search');
  if (understood.kind === 'nothing' || understood.clients.length === 0) return null;
  return (
    <div className={styles.section}>
      <h2>{t('clients', { count: understood.clients.length })}</h2>
      <ul>
        {understood.clients.slice(0, 12).map(({ rut, name, digitIsRight, expected }) => {
          const meant = `${rut.slice(0, -1)}${expected}` as Rut;
          return (
            <li key={rut} className={styles.line}>
              <IconUser size={16} aria-hidden />
              <b>{name || formatRut(rut)}</b>
              {name && <span className={styles.soft}>{formatRut(rut)}</span>}
              {!digitIsRight && (
                <>
                  <span className={styles.warn}>
                    <IconAlertTriangle size={14} aria-hidden /> {t('wrongDigit')}
                  </span>
                  <Button
                    variant="subtle"
                    size="compact-xs"
                    onClick={() => onText(replaceRut(text, rut, meant))}
                  >
                    {t('meant', { rut: formatRut(meant) })}
                  </Button>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The text with a mistyped RUT put right, however its dots were typed. */
function replaceRut(text: string, wrong: Rut, right: Rut): string {
  const [body = '', digit = ''] = wrong.split('-');
  const dotted = [...body].map((figure, place) =>
    place > 0 && (body.length - place) % 3 === 0 ? `\\.?${figure}` : figure,
  );
  const pattern = new RegExp(`${dotted.join('')}-?${digit}`, 'i');
  return pattern.test(text) ? text.replace(pattern, formatRut(right)) : formatRut(right);
}

function Weight({
  question,
  isSettled,
  onSubmit,
}: {
  question: Question;
  isSettled: boolean;
  onSubmit: () => void;
}) {
  const { t } = useTranslation('search');
  const weight = useCall('search.weigh', question, { placeholderData: keepPreviousData, enabled: isSettled });
  return (
    <div className={styles.foot}>
      <span className={styles.soft}>
        <IconFileText size={14} aria-hidden />{' '}
        {weight.data ? t('requests', { count: weight.data.requests }) : t('requestsUnknown')}
      </span>
      <Button size="compact-xs" onClick={onSubmit}>
        {t('search')}
      </Button>
    </div>
  );
}
