import { IconColumns } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PanelButton } from '../../ui/opening-button.tsx';
import { preloadable } from '../../ui/preloadable.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import type { Arrangement } from './column-arrangement.ts';

const chooser = preloadable(() => import('./column-chooser.tsx'));

interface Props {
  columns: readonly { id: string; title: string }[];
  arrangement: Arrangement;
  onArrange: (arrangement: Arrangement) => void;
}

/** Opens the column chooser of a list. */
export function ColumnsButton(props: Props) {
  const { t } = useTranslation('results');
  return (
    <PanelButton
      panel={chooser}
      position="bottom-start"
      button={(opening) => <ToolButton {...opening} icon={IconColumns} label={t('columns')} />}
    >
      {() => <chooser.Component {...props} />}
    </PanelButton>
  );
}
