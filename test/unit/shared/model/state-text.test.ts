import { expect, it } from 'vitest';
import { stateText } from '../../../../shared/model/state-text.ts';

it.each([
  ['ACEPTADA', 'Aceptada'],
  ['Aceptada', 'Aceptada'],
  ['EN CONFECCIÓN', 'En confección'],
  ['Aceptada a nombre de otro', 'Aceptada a nombre de otro'],
  ['DUS LEGALIZADO', 'DUS legalizado'],
  ['CONFECCION DIN', 'Confeccion DIN'],
  ['(ANULADA)', '(Anulada)'],
  ['1234', '1234'],
  ['', ''],
])('the state %s is shown as %s', (state, shown) => {
  expect(stateText(state)).toBe(shown);
});
