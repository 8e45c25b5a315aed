import { useCall } from '../../ipc/bridge.ts';
import { useSettings } from '../../ipc/settings-hooks.ts';

/** The folder that papers go to unless the person says another: the one of the settings, else that of the last batch; `''` where there is none. */
export function useLastFolder(): string {
  const { settings } = useSettings();
  const last = useCall('downloads.list', undefined).data?.[0]?.folder;
  return settings.folder || last || '';
}
