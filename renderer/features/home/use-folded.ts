import { type HomeSection, homeSections } from '../../../shared/model/home.ts';
import { useChangeSettings, useSettings } from '../../ipc/settings-hooks.ts';

/** Which parts are folded, and the function that folds or unfolds one; none if an administrator decides. */
export function useFolded(): {
  isFolded: (part: HomeSection) => boolean;
  toggle?: (part: HomeSection) => void;
} {
  const { settings, managed } = useSettings();
  const change = useChangeSettings();
  const names = settings.homeFolded.split(',').map((name) => name.trim());
  const folded = new Set(homeSections.filter((part) => names.includes(part)));
  const isFolded = (part: HomeSection) => folded.has(part);
  if (managed.includes('homeFolded')) return { isFolded };
  return {
    isFolded,
    toggle: (part) => {
      const next = homeSections.filter((one) => (one === part) !== folded.has(one));
      void change({ homeFolded: next.join(',') });
    },
  };
}
