import carpeta from '../../../shared/locales/en/carpeta.json';
import desk from '../../../shared/locales/en/desk.json';
import downloads from '../../../shared/locales/en/downloads.json';
import errors from '../../../shared/locales/en/errors.json';
import grid from '../../../shared/locales/en/grid.json';
import results from '../../../shared/locales/en/results.json';
import saved from '../../../shared/locales/en/saved.json';
import search from '../../../shared/locales/en/search.json';
import ui from '../../../shared/locales/en/ui.json';
import updates from '../../../shared/locales/en/updates.json';

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
