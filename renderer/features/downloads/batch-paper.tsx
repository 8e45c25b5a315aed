import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchDocument } from '../../../shared/model/download.ts';
import { PaperOf } from '../../components/viewer/preview.tsx';
import { useZoom } from '../../components/viewer/use-zoom.ts';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './downloads.module.css';

interface Props {
  document: BatchDocument;
  /** Where it is, once it is on this computer. */
  path: string | undefined;
  /** Goes to another row by a key. */
  onGo: (key: string) => void;
  onClose: () => void;
}

/** The paper of a document of a batch, over its list; the arrows go to the papers before and after it, as they do in the list. */
export function BatchPaper({ document, path, onGo, onClose }: Props) {
  const { t } = useTranslation('inspector');
  const { connectionId, documentId, type, folio, state } = document;
  const { zooming, onKeyDown } = useZoom();
  const name = [type, folio].filter(Boolean).join(' ') || t('noType');
  function press(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return onKeyDown(event);
    event.preventDefault();
    // What had the focus in the paper goes with it.
    event.currentTarget.focus();
    onGo(event.key);
  }
  return (
    <Dialog title={name} size="xl" onClose={onClose}>
      <section
        className={styles.paper}
        aria-label={t('preview.title')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached, scrolled and zoomed by keyboard.
        tabIndex={0}
        onKeyDown={press}
        data-autofocus
      >
        <PaperOf
          key={`${connectionId} ${documentId}`}
          document={{
            ...{ connectionId, id: documentId, file: state === 'no-file' ? 'none' : 'available' },
            ...(path !== undefined && { path }),
          }}
          name={name}
          {...zooming}
        />
      </section>
    </Dialog>
  );
}
