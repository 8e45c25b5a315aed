import { useInsertionEffect, useRef, useState } from 'react';

/**
 * The same functions at every drawing, each of which does what its latest namesake in `acts` does; for parts that are drawn anew only when what they
 * show has changed. Which names there are does not change, and none of them is called while drawing.
 */
export function useSteady<Acts extends object>(acts: Acts): Acts {
  const latest = useRef(acts);
  useInsertionEffect(() => {
    latest.current = acts;
  });
  const [steady] = useState(() => {
    const entries = Object.keys(acts).map((name) => [
      name,
      (...given: unknown[]) => {
        const act: unknown = Reflect.get(latest.current, name);
        return typeof act === 'function' ? act(...given) : undefined;
      },
    ]);
    // Each of them takes and gives what its namesake does.
    return Object.fromEntries(entries) as Acts;
  });
  return steady;
}
