import { describe, expect, it } from 'vitest';
import { dispatchSteps, isShownAsStep } from '../../../../../renderer/features/inspector/dispatch-steps.ts';
import type { JsonObject } from '../../../../../shared/model/json.ts';

const stepsOf = (object: JsonObject) =>
  dispatchSteps(object).map(({ name, day, daysSince }) => [name, day, daysSince]);

describe('the steps of a dispatch', () => {
  it('stand by day, each with the days since the one before', () => {
    const object = {
      fechaApertura: '2026-10-01T13:00:00.000Z',
      fechaAceptacion: '05/10/2026',
      fechaArriboEfectivo: '2026-10-07T15:00:00.000Z',
      fechaPagoDerechos: '2026-10-05T00:00:00.000Z',
      fechaRetiro: '2026-10-09T15:00:00.000Z',
    };
    expect(stepsOf(object)).toEqual([
      ['opened', '2026-10-01', undefined],
      ['accepted', '2026-10-05', 4],
      ['paid', '2026-10-05', 0],
      ['arrived', '2026-10-07', 2],
      ['withdrawn', '2026-10-09', 2],
    ]);
  });

  it('that are not known come last; an estimated arrival is told as such', () => {
    const object = {
      fechaApertura: '2026-10-01T13:00:00.000Z',
      fechaEta: '2026-10-12',
      fechaRetiro: 'pronto',
    };
    expect(dispatchSteps(object).map(({ name, day, isEstimate }) => [name, day, isEstimate])).toEqual([
      ['opened', '2026-10-01', false],
      ['arrived', '2026-10-12', true],
      ['accepted', undefined, false],
      ['paid', undefined, false],
      ['withdrawn', undefined, false],
    ]);
    expect(isShownAsStep(object, 'fechaEta')).toBe(true);
    expect(isShownAsStep(object, 'fechaRetiro')).toBe(false);
    expect(isShownAsStep({ ...object, fechaArriboEfectivo: '2026-10-11' }, 'fechaEta')).toBe(false);
  });

  it('of an export end with its legalisation', () => {
    const steps = stepsOf({
      recordType: 'dus',
      fechaAceptacion: '2026-10-01',
      fechaLegalizacion: '2026-10-11',
    });
    expect(steps).toEqual([
      ['accepted', '2026-10-01', undefined],
      ['legalised', '2026-10-11', 10],
      ['opened', undefined, undefined],
      ['arrived', undefined, undefined],
    ]);
  });
});
