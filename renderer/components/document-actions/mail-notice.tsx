import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeliveryMail } from '../../../shared/model/delivery.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogEnd } from '../../ui/dialog-end.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import screen from '../../ui/screen.module.css';
import styles from '../../ui/theme.module.css';
import { downloadOfDocuments } from './download-selection.ts';
import { NotesOption } from './notes-option.tsx';
import { useGetDocuments } from './open-download-dialog.ts';
import { useClientNames } from './several-clients.tsx';
import type { MailNoticeProps } from './use-mail.ts';

/** The questions about several clients and about notes; then what did not open, or does not fit. */
export default function MailNotice({
  ruts,
  notes = 0,
  mail,
  outsideRules,
  error,
  onConfirm,
  onClose,
}: MailNoticeProps) {
  const { t } = useTranslation('deliveries');
  const { t: ui } = useTranslation('ui');
  const getDocuments = useGetDocuments();
  if (ruts) return <ConfirmMail ruts={ruts} notes={notes} onConfirm={onConfirm} onClose={onClose} />;
  return (
    <Dialog title={t('mail')} onClose={onClose}>
      {error && <ErrorMessage error={error} />}
      {mail && <MailText mail={mail} />}
      {outsideRules > 0 && (
        <p role="status" className={screen.warn}>
          {t('rules.ofMail', { count: outsideRules })}
        </p>
      )}
      <DialogEnd>
        {mail?.leftOutDocuments && (
          <Button
            variant="default"
            onClick={() => {
              onClose();
              getDocuments(downloadOfDocuments(mail.leftOutDocuments ?? []));
            }}
          >
            {t('downloadLeftOut')}
          </Button>
        )}
        <Button data-autofocus onClick={onClose}>
          {ui('close')}
        </Button>
      </DialogEnd>
    </Dialog>
  );
}

type ConfirmProps = Pick<MailNoticeProps, 'onConfirm' | 'onClose'> &
  Required<Pick<MailNoticeProps, 'notes'>> & { ruts: readonly Rut[] };

/** Whether documents of several clients go into one mail, and the notes on their dispatches into its text. */
function ConfirmMail({ ruts, notes, onConfirm, onClose }: ConfirmProps) {
  const { t } = useTranslation('deliveries');
  const { t: ui } = useTranslation('ui');
  const names = useClientNames();
  const [withNotes, setNotes] = useState(false);
  const areSeveral = ruts.length > 1;
  const confirm = () => {
    onClose();
    onConfirm(withNotes);
  };
  return (
    <Dialog title={t(areSeveral ? 'severalTitle' : 'mail')} onClose={onClose}>
      {areSeveral && <p>{t('severalClients', { count: ruts.length, names: names(ruts) })}</p>}
      {notes > 0 && <p>{t('haveNotes', { count: notes })}</p>}
      {notes > 0 && <NotesOption isOn={withNotes} onChange={setNotes} />}
      <DialogEnd>
        <Button variant="default" data-autofocus={areSeveral || undefined} onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button
          className={areSeveral ? (styles.danger ?? '') : ''}
          data-autofocus={!areSeveral || undefined}
          onClick={confirm}
        >
          {t(areSeveral ? 'openTogether' : 'mail')}
        </Button>
      </DialogEnd>
    </Dialog>
  );
}

/** What became of a mail: to whom it is, what it holds, what does not fit, or why it did not open. */
export function MailText({ mail }: { mail: DeliveryMail }) {
  const { t } = useTranslation('deliveries');
  const { drafts, attached, leftOut, to, hasSeveralClients, error } = mail;
  const ofSeveral =
    attached === 0 ? 'mailsOpenedNone' : attached === drafts ? 'mailsOpened' : 'mailsOpenedSome';
  const ofOne = attached === 0 ? t('mailOpenedNone') : t('mailOpened', { count: attached });
  const openedText = drafts > 1 ? t(ofSeveral, { count: drafts }) : ofOne;
  return (
    <>
      {error && <ErrorMessage error={error} />}
      {drafts > 0 && (
        <p role="status" className={leftOut.length > 0 ? screen.warn : screen.soft}>
          {openedText}{' '}
          {to === '' ? t(hasSeveralClients ? 'mailSeveralClients' : 'mailNoAddress') : t('mailTo', { to })}{' '}
          {leftOut.length > 0 && t('mailLeftOut', { count: leftOut.length, names: leftOut.join(', ') })}
        </p>
      )}
    </>
  );
}
