import { type Day, dayDifference, writtenDay } from '../../../shared/model/dates.ts';
import type { DispatchFactName } from '../../../shared/model/dispatch-fields.ts';
import type { JsonObject } from '../../../shared/model/json.ts';

const stepFields = {
  opened: 'fechaApertura',
  arrived: 'fechaArriboEfectivo',
  accepted: 'fechaAceptacion',
  paid: 'fechaPagoDerechos',
  withdrawn: 'fechaRetiro',
  legalised: 'fechaLegalizacion',
} as const satisfies Readonly<Record<string, DispatchFactName>>;

type StepName = keyof typeof stepFields;
const stepNames = Object.keys(stepFields) as StepName[];

/** A step of a dispatch. */
export interface DispatchStep {
  name: StepName;
  /** Undefined if the agency returned none that can be read. */
  day: Day | undefined;
  /** The day is the estimated arrival. */
  isEstimate: boolean;
  /** Days since the last known step before it; undefined without one, and for an estimate. */
  daysSince: number | undefined;
}

/**
 * The steps of a dispatch: known ones by day, then the others. Duties and the withdrawal belong to imports,
 * the legalisation to exports: the other kind shows one only where it has a day.
 */
export function dispatchSteps(object: JsonObject): DispatchStep[] {
  const isExport = object['recordType'] === 'dus' || dayIn(object, 'fechaLegalizacion') !== undefined;
  const ofOtherKind: readonly StepName[] = isExport ? ['paid', 'withdrawn'] : ['legalised'];
  const known: { name: StepName; day: Day }[] = [];
  const others: DispatchStep[] = [];
  for (const name of stepNames) {
    const day = dayIn(object, stepFields[name]);
    if (day !== undefined) known.push({ name, day });
    else if (!ofOtherKind.includes(name)) {
      const estimate = name === 'arrived' ? dayIn(object, 'fechaEta') : undefined;
      others.push({ name, day: estimate, isEstimate: estimate !== undefined, daysSince: undefined });
    }
  }
  // A stable sort: steps of one day stay in their usual order.
  const byDay = known.toSorted((one, other) => Date.parse(one.day) - Date.parse(other.day));
  return [
    ...byDay.map(({ name, day }, index) => {
      const before = byDay[index - 1]?.day;
      const daysSince = before === undefined ? undefined : dayDifference(before, day);
      return { name, day, isEstimate: false, daysSince };
    }),
    ...others,
  ];
}

/** Whether the steps show a field of the dispatch: nothing else repeats it. */
export function isShownAsStep(object: JsonObject, field: DispatchFactName): boolean {
  if (field === 'fechaEta') return dispatchSteps(object).some(({ isEstimate }) => isEstimate);
  return Object.values<string>(stepFields).includes(field) && dayIn(object, field) !== undefined;
}

function dayIn(object: JsonObject, field: DispatchFactName): Day | undefined {
  const value = object[field];
  return typeof value === 'string' ? writtenDay(value) : undefined;
}
