import type { TFunction } from 'i18next';
import { dayOf } from '../../../shared/model/dates.ts';
import type { MissingDocument, TypeExpectation } from '../../../shared/model/dossier.ts';
import { dayText } from '../../ui/day-range-presets.ts';

type T = TFunction<'missing'>;

/**
 * Why a document counts as missing: how many recent dispatches have it, a person's decision, or its
 * registration at the agency.
 */
export function missingReason(
  { basis, seen, of }: Pick<MissingDocument, 'basis' | 'seen' | 'of'>,
  t: T,
): string {
  if (basis === 'registered') return t('reason.registered');
  const learned = t('reason.learned', { seen, count: of });
  if (basis === 'learned') return learned;
  return of === 0 ? t('reason.decided') : t('reason.decidedSeen', { learned });
}

/** Why a type is expected in a group, or not. */
export function expectationReason(expectation: TypeExpectation, t: T): string {
  const { seen, of } = expectation;
  const learned = of === 0 ? t('reason.never') : t('reason.learned', { seen, count: of });
  if (expectation.basis === 'learned') return learned;
  const { decision } = expectation;
  const on = dayText(dayOf(decision.at));
  const isChange = decision.isExpected !== expectation.isUsual;
  return t(isChange ? 'reason.changedOn' : 'reason.confirmedOn', { on, learned });
}

/**
 * A request and its outcome: `solicitado 12-11-2026 a Naviera`, `solicitado 12-11-2026, llegó 15-11-2026`.
 */
export function requestLabel(
  { askedOn, askedOf, arrived }: { askedOn: string; askedOf: string; arrived?: { on: string } },
  t: T,
): string {
  const requestedOn = dayText(askedOn);
  if (arrived) return t('chase.arrived', { asked: requestedOn, arrived: dayText(arrived.on) });
  return askedOf === ''
    ? t('chase.asked', { asked: requestedOn })
    : t('chase.askedOf', { asked: requestedOn, who: askedOf });
}
