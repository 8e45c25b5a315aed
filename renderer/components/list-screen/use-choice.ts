import { useState } from 'react';
import {
  type ChoiceName,
  currentRoute,
  type FilteredRoute,
  isFiltered,
  replaceRoute,
} from '../../ui/route.ts';

/**
 * One of the values that a screen can be narrowed by, and its setter; undefined where none is chosen. The
 * route keeps it: the way back and forward restores it.
 */
export function useChoice<Value extends string>(
  route: FilteredRoute,
  name: ChoiceName,
  isValue: (value: string) => value is Value,
): [Value | undefined, (value: Value | undefined) => void] {
  const stored = route.choices?.[name];
  const [value, setValue] = useState(stored);
  // Another route came from outside, such as a link or the way back: its value stands.
  const [seen, setSeen] = useState(stored);
  if (stored !== seen) {
    setSeen(stored);
    setValue(stored);
  }
  function choose(next: Value | undefined) {
    setValue(next);
    // Not that of the render: another choice may have changed it since.
    const now = currentRoute();
    if (now.view !== route.view || !isFiltered(now)) return;
    const { choices: { [name]: _before, ...others } = {}, ...rest } = now;
    const choices = next === undefined ? others : { ...others, [name]: next };
    replaceRoute(Object.keys(choices).length === 0 ? rest : { ...rest, choices });
  }
  return [value !== undefined && isValue(value) ? value : undefined, choose];
}

/** Tests whether a value is one of these. */
export function isOneOf<Value extends string>(values: readonly Value[]): (value: string) => value is Value {
  return (value): value is Value => values.some((one) => one === value);
}
