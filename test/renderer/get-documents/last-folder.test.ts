import { expect, it } from 'vitest';
import { lastFolder } from '../../../renderer/components/get-documents/use-last-folder.ts';
import { packageTemplate } from '../../../shared/model/package-template.ts';

it('the last folder is one that a person chose: not the app’s own, and not that of a package', () => {
  const ordinary = { folder: '/carpetas', template: '{type}' };
  const own = { folder: '/home/ana/carpeta/papeles', template: '{type}' };
  const packed = { folder: '/fiscalizacion', template: packageTemplate };
  const batches = [own, packed, ordinary, { ...ordinary, folder: '/antes' }];
  expect(lastFolder(batches, '/home/ana/carpeta')).toBe('/carpetas');
  expect(lastFolder([own, packed], '/home/ana/carpeta')).toBe('');
  const windows = { ...ordinary, folder: 'C:\\ana\\carpeta\\papeles' };
  expect(lastFolder([windows, ordinary], 'C:\\ana\\carpeta')).toBe('/carpetas');
});
