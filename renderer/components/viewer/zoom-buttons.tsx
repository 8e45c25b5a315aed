import { IconArrowAutofitWidth, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ToolButton } from '../../ui/tool-button.tsx';
import type { ZoomAct } from './zoom.ts';

/** What makes a paper larger, smaller, or as wide as its pane. */
export function ZoomButtons({ onZoom }: { onZoom: (act: ZoomAct) => void }) {
  const { t } = useTranslation('inspector');
  return (
    <>
      <ToolButton icon={IconZoomOut} size={24} label={t('preview.zoomOut')} onClick={() => onZoom('out')} />
      <ToolButton icon={IconZoomIn} size={24} label={t('preview.zoomIn')} onClick={() => onZoom('in')} />
      <ToolButton
        icon={IconArrowAutofitWidth}
        size={24}
        label={t('preview.fitWidth')}
        onClick={() => onZoom('fit')}
      />
    </>
  );
}
