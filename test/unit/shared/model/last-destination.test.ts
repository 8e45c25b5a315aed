import { expect, it } from 'vitest';
import { lastDestination, packageTemplate } from '../../../../shared/model/last-destination.ts';

const unset = { folder: '', template: '{number}' };
const ordinary = { folder: '/carpetas', template: '{type}' };

it('the last folder is one that a person chose, with its layout: not the app’s own, and not that of a package', () => {
  const own = { folder: '/home/ana/carpeta/papeles', template: '{type}' };
  const packed = { folder: '/fiscalizacion', template: packageTemplate };
  const batches = [own, packed, ordinary, { ...ordinary, folder: '/antes' }];
  expect(lastDestination(unset, batches, '/home/ana/carpeta')).toEqual(ordinary);
  expect(lastDestination(unset, [own, packed], '/home/ana/carpeta')).toBeUndefined();
  const windows = { ...ordinary, folder: 'C:\\ana\\carpeta\\papeles' };
  expect(lastDestination(unset, [windows, ordinary], 'C:\\ana\\carpeta')).toEqual(ordinary);
});

it('that of the settings comes first, with the layout of the settings', () => {
  const set = { ...unset, folder: '/elegida' };
  expect(lastDestination(set, [ordinary], '/home/ana/carpeta')).toEqual(set);
});
