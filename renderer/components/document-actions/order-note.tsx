import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { mergedOrder } from '../../../shared/dossier/document-order.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { useChangeSettings, useSetting } from '../../ipc/settings-hooks.ts';
import screen from '../../ui/screen.module.css';
import { useClientNames } from './several-clients.tsx';

/** Saves the order of document types for clients; types that were not in sight keep their neighbours. */
export function useSaveOrder(): (ruts: readonly Rut[], types: readonly string[]) => Promise<void> {
  const documentOrders = useSetting('documentOrders');
  const change = useChangeSettings();
  return async (ruts, types) => {
    const own = ruts.map((rut) => [rut, mergedOrder(documentOrders[rut] ?? [], types)]);
    await change({ documentOrders: { ...documentOrders, ...Object.fromEntries(own) } });
  };
}

interface Props {
  /** The clients of the documents that are ordered. */
  ruts: readonly Rut[];
  /** Whether the person has changed the order. */
  isReordered: boolean;
  /** Orders the documents as customs offices do. */
  onReset: () => void;
}

/** Whose order it is, and whose it becomes; the way back to that of customs offices. */
export function OrderNote({ ruts, isReordered, onReset }: Props) {
  const { t } = useTranslation('deliveries');
  const names = useClientNames();
  const documentOrders = useSetting('documentOrders');
  const change = useChangeSettings();
  const withOwn = ruts.filter((rut) => documentOrders[rut]);
  function reset() {
    const others = Object.entries(documentOrders).filter(([rut]) => !ruts.some((one) => one === rut));
    void change({ documentOrders: Object.fromEntries(others) });
    onReset();
  }
  const text = isReordered ? 'orderKept' : withOwn.length > 0 ? 'orderOwn' : 'orderCustoms';
  return (
    <p className={screen.soft} aria-live="polite">
      {t(text, { names: names(ruts) })}{' '}
      {(isReordered || withOwn.length > 0) && (
        <Button size="compact-xs" variant="default" onClick={reset}>
          {t('orderReset')}
        </Button>
      )}
    </p>
  );
}
