import type { Batch } from '../../../shared/model/download.ts';
import { packageTemplate } from '../../../shared/model/package-template.ts';
import { useCall } from '../../ipc/bridge.ts';
import { useSettings } from '../../ipc/settings-hooks.ts';

/** The folder that papers go to unless the person says another: the one of the settings, else that of the last batch; `''` where there is none. */
export function useLastFolder(): string {
  const { settings } = useSettings();
  const batches = useCall('downloads.list', undefined).data;
  const ownFolder = useCall('app.info', undefined).data?.userData;
  return settings.folder || lastFolder(batches ?? [], ownFolder);
}

/** The folder of the last batch that a person gave one: neither the app's own, where papers are fetched to while none was chosen, nor a package's. */
export function lastFolder(
  batches: readonly Pick<Batch, 'folder' | 'template'>[],
  ownFolder: string | undefined,
): string {
  const isOwn = (folder: string) =>
    ownFolder !== undefined && (folder.startsWith(`${ownFolder}/`) || folder.startsWith(`${ownFolder}\\`));
  const last = batches.find(({ folder, template }) => template !== packageTemplate && !isOwn(folder));
  return last?.folder ?? '';
}
