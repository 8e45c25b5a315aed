import { useTranslation } from 'react-i18next';
import type { BatchDocument } from '../../../shared/model/download.ts';
import { useRowNavigator } from '../../components/document-viewer/row-navigator.ts';
import { paperName } from '../../components/document-viewer/viewed-paper.ts';
import Viewer from '../../components/document-viewer/viewer.tsx';

interface Props {
  document: BatchDocument;
  /** Where it is, once it is on this computer. */
  path: string | undefined;
  onClose: () => void;
}

/** The paper of a document of a batch, over its list. */
export default function BatchPaper({ document, path, onClose }: Props) {
  const { t } = useTranslation('viewer');
  const rows = useRowNavigator();
  const { connectionId, documentId, state } = document;
  return (
    <Viewer
      paper={{
        ...{ connectionId, id: documentId, file: state === 'no-file' ? 'none' : 'available' },
        ...(path !== undefined && { path }),
      }}
      name={paperName(document) || t('title')}
      position={rows?.position}
      onGo={rows?.go}
      onClose={onClose}
    />
  );
}
