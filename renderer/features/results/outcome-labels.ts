import type { TFunction } from 'i18next';
import type { DispatchOutcome } from '../../../shared/model/search.ts';

type T = TFunction<'results'>;

/** Why a dispatch was not found, within what the requested clients allow; undefined for other outcomes. */
export function inVainLabel({ inVain, outcome }: DispatchOutcome, t: T): string | undefined {
  if (!inVain) return undefined;
  const { tried, unknown, unasked } = inVain;
  if (outcome === 'problem') return t('inVain.allUnknown', { count: tried });
  const found = t(unasked > 0 ? 'inVain.some' : 'inVain.all', { count: tried });
  return unknown > 0 ? `${found} ${t('inVain.unknown', { count: unknown })}` : found;
}

/** Why a list of requested dispatches is empty; undefined if one was found. */
export function noneFoundLabel(outcomes: readonly DispatchOutcome[], t: T): string | undefined {
  const [only, ...others] = outcomes;
  if (!only || outcomes.some(({ outcome }) => outcome !== 'not-found')) return undefined;
  if (others.length === 0) return t('notFound', { number: only.number, means: inVainLabel(only, t) ?? '' });
  return t(outcomes.some(isUnsure) ? 'noneFound' : 'noneExists');
}

/** Whether a dispatch that was not found may belong to a client that was not requested. */
export function isUnsure({ inVain }: DispatchOutcome): boolean {
  return inVain !== undefined && inVain.unasked > 0;
}
