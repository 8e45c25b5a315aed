import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { OwnDispatch } from '../../../shared/model/dossier.ts';
import type { Pin } from '../../../shared/model/home.ts';
import { useInvokeMutation, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { NoteField } from '../../ui/note-field.tsx';
import pane from '../../ui/pane.module.css';
import { ToolButton } from '../../ui/tool-button.tsx';
import { usePins } from '../../ui/use-pins.ts';
import styles from './inspector.module.css';

/** The person's own note on a dispatch: saved when its field is left or goes away; the search finds it. */
export function NoteSection({ connectionId, number, rut }: OwnDispatch) {
  const { t } = useTranslation('inspector');
  const stored = useInvokeQuery('dossier.note', { connectionId, number }).data;
  const save = useInvokeMutation('dossier.setNote', ['dossier.note', 'rows.find']);
  const [typed, setTyped] = useState<string>();
  const note = typed ?? stored?.note ?? '';
  const saveNote = () => {
    if (!stored || note.trim() === stored.note) return;
    // Once stored, another window may change it.
    const onSuccess = () => setTyped((now) => (now === note ? undefined : now));
    save.mutate({ connectionId, number, rut, note: note.trim() }, { onSuccess });
  };
  const saveLast = useEffectEvent(saveNote);
  useEffect(() => {
    const onHide = () => saveLast();
    window.addEventListener('pagehide', onHide);
    return () => {
      window.removeEventListener('pagehide', onHide);
      onHide();
    };
  }, []);
  return (
    <section className={pane.section}>
      {save.error && <ErrorMessage error={save.error} />}
      <div className={styles.row}>
        <NoteField
          size="xs"
          minRows={1}
          className={styles.note ?? ''}
          aria-label={t('note.name')}
          placeholder={t('note.name')}
          title={t('note.means')}
          readOnly={!stored}
          value={note}
          onNote={setTyped}
          onBlur={saveNote}
        />
        <PinButton rut={rut} dispatch={{ connectionId, number }} />
      </div>
    </section>
  );
}

/** Pins a client or a dispatch to the sidebar and the start screen, or unpins it. */
function PinButton({ rut, dispatch }: Pin) {
  const { t } = useTranslation('ui');
  const { isPinned, setPinned } = usePins();
  const isHere = isPinned({ rut, dispatch });
  return (
    <ToolButton
      key={compositeKey(rut, dispatch?.connectionId ?? '', dispatch?.number ?? '')}
      icon={isHere ? IconPinFilled : IconPin}
      label={t('pin')}
      isPressed={isHere}
      onClick={() => setPinned({ rut, dispatch }, !isHere)}
    />
  );
}
