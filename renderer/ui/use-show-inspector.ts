import { useLayout } from './layout.ts';

/** A function that shows the inspector if it is hidden. */
export function useShowInspector(): () => void {
  const { isShown, toggle } = useLayout();
  return () => {
    if (!isShown('inspector')) toggle('inspector');
  };
}
