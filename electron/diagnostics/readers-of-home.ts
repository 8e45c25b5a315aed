import type { Host } from '../host.ts';
import type { Translator } from '../i18n/index.ts';
import type { Log } from './log.ts';

/** Logs and notifies that other users may read the folder of the user's data; never rejects. */
export async function reportReadersOfHome(
  host: Pick<Host, 'userData' | 'desktop' | 'readersOfHome'>,
  log: Log,
  translator: () => Translator,
): Promise<void> {
  try {
    const groups = (await host.readersOfHome?.()) ?? [];
    if (groups.length === 0) return;
    log.note('others may read the folder of the user', { groups: groups.join(' ') });
    const t = (key: 'title' | 'body') =>
      translator().t(`host:notices.openHome.${key}`, { path: host.userData });
    host.desktop.notify?.({ title: t('title'), body: t('body') });
  } catch (error) {
    log.error('reading the rights of the folder of the user', error);
  }
}
