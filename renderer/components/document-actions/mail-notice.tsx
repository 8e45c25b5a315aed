import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DeliveryMail } from '../../../shared/model/delivery.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogEnd } from '../../ui/dialog-end.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import screen from '../../ui/screen.module.css';
import { downloadOfDocuments } from './download-selection.ts';
import { useGetDocuments } from './open-download-dialog.ts';
import { useClientNames } from './several-clients.tsx';
import type { MailNoticeProps } from './use-mail.ts';

/** The question about several clients; then what did not open, or does not fit. */
export default function MailNotice({
  ruts,
  mail,
  outsideRules,
  error,
  onTogether,
  onClose,
}: MailNoticeProps) {
  const { t } = useTranslation('deliveries');
  const { t: ui } = useTranslation('ui');
  const names = useClientNames();
  const getDocuments = useGetDocuments();
  if (ruts) {
    return (
      <ConfirmDialog
        title={t('severalTitle')}
        text={t('severalClients', { count: ruts.length, names: names(ruts) })}
        label={t('openTogether')}
        onConfirm={onTogether}
        onClose={onClose}
      />
    );
  }
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

/** What became of a mail: to whom it is, what it holds, what does not fit, or why it did not open. */
export function MailText({ mail }: { mail: DeliveryMail }) {
  const { t } = useTranslation('deliveries');
  const { drafts, attached, leftOut, to, error } = mail;
  return (
    <>
      {error && <ErrorMessage error={error} />}
      {drafts > 0 && (
        <p role="status" className={leftOut.length > 0 ? screen.warn : screen.soft}>
          {t('mailOpened', { count: attached })} {to === '' ? t('mailNoAddress') : t('mailTo', { to })}{' '}
          {leftOut.length > 0 && t('mailLeftOut', { count: leftOut.length, names: leftOut.join(', ') })}
        </p>
      )}
    </>
  );
}
