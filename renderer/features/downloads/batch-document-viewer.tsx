import { useTranslation } from 'react-i18next';
import type { BatchDocument } from '../../../shared/model/download.ts';
import { documentName } from '../../components/document-viewer/previewed-document.ts';
import { useRowNavigator } from '../../components/document-viewer/row-navigator.ts';
import Viewer from '../../components/document-viewer/viewer.tsx';

interface Props {
  document: BatchDocument;
  /** Its path, once it is downloaded. */
  path: string | undefined;
  onClose: () => void;
}

/** The file of a document of a batch, over its list. */
export default function BatchDocumentViewer({ document, path, onClose }: Props) {
  const { t } = useTranslation('viewer');
  const rows = useRowNavigator();
  const { connectionId, documentId, state } = document;
  return (
    <Viewer
      previewed={{
        connectionId,
        id: documentId,
        file: state === 'no-file' ? 'none' : 'available',
        ...(path !== undefined && { path }),
      }}
      name={documentName(document) || t('title')}
      position={rows?.position}
      onGo={rows?.go}
      onClose={onClose}
    />
  );
}
