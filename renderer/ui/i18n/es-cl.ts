import carpeta from '../../../shared/locales/es-CL/carpeta.json';
import desk from '../../../shared/locales/es-CL/desk.json';
import downloads from '../../../shared/locales/es-CL/downloads.json';
import errors from '../../../shared/locales/es-CL/errors.json';
import grid from '../../../shared/locales/es-CL/grid.json';
import results from '../../../shared/locales/es-CL/results.json';
import saved from '../../../shared/locales/es-CL/saved.json';
import search from '../../../shared/locales/es-CL/search.json';
import ui from '../../../shared/locales/es-CL/ui.json';
import updates from '../../../shared/locales/es-CL/updates.json';

/** Translations of the first screen, by namespace; the build reports where it uses another namespace. */
const translations = {
  ui,
  desk,
  search,
  grid,
  results,
  downloads,
  saved,
  errors,
  carpeta,
  updates,
};
export default translations;
