import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SavedSearch } from '../../../shared/model/search.ts';
import type { TextHit } from '../../../shared/model/text-search.ts';
import { DeliveryMenu } from '../../components/document-actions/delivery-menu.tsx';
import { deliveryOfDocuments } from '../../components/document-actions/delivery-selection.ts';
import { downloadOfDocuments } from '../../components/document-actions/download-selection.ts';
import { useGetDocuments } from '../../components/document-actions/open-download-dialog.ts';
import { DownloadSelected, SelectionBar } from '../../components/list-screen/selection-bar.tsx';
import { formatCount } from '../../ui/format.ts';
import { useCommand } from '../../ui/keyboard/use-command.ts';
import { hitKey } from './dispatch-hits.tsx';

interface Props {
  /** The open saved search: its folder is where documents are downloaded to. */
  saved: SavedSearch | undefined;
  hits: readonly TextHit[];
  /** The selected hits, by `hitKey`; a filter may hide some of them. */
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
}

/** The actions on the documents of the selected hits that are in sight. */
export function TextHitsSelection({ saved, hits, selected, onSelect }: Props) {
  const { t } = useTranslation('downloads');
  const documents = hits.filter((hit) => selected.has(hitKey(hit))).map(({ document }) => document);
  const count = documents.length;
  const getDocuments = useGetDocuments();
  const { folder = '', template = '', name = '' } = saved ?? {};
  const download = () =>
    getDocuments({ ...downloadOfDocuments(documents), destination: { folder, template, name } });
  useCommand('download', () => {
    if (count === 0) return false;
    download();
  });
  return (
    <SelectionBar
      count={count}
      label={t('chosen.documents', { count })}
      onNone={() => onSelect(new Set())}
      hint={t('chooseFirst')}
      all={
        count < hits.length && (
          <Button variant="subtle" size="compact-xs" onClick={() => onSelect(new Set(hits.map(hitKey)))}>
            {t('chooseAll', { total: formatCount(hits.length) })}
          </Button>
        )
      }
    >
      <DownloadSelected count={count} onDownload={download} />
      <DeliveryMenu count={count} readSelection={async () => deliveryOfDocuments(documents)} />
    </SelectionBar>
  );
}
