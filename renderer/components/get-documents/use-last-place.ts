import { lastPlace, type Place } from '../../../shared/model/last-place.ts';
import { useCall } from '../../ipc/bridge.ts';
import { useSettings } from '../../ipc/settings-hooks.ts';

/** Where papers go unless the person says another, and how they lie there; its folder is `''` where none was ever chosen. */
export function useLastPlace(): Place {
  const { settings } = useSettings();
  const batches = useCall('downloads.list', undefined).data;
  const userData = useCall('app.info', undefined).data?.userData;
  return lastPlace(settings, batches ?? [], userData) ?? { folder: '', template: settings.template };
}
