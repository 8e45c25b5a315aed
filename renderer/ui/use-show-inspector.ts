import { useLayout } from './layout.ts';

/** A function that has the inspector shown where it was hidden. */
export function useShowInspector(): () => void {
  const { isShown, toggle } = useLayout();
  return () => {
    if (!isShown('inspector')) toggle('inspector');
  };
}
