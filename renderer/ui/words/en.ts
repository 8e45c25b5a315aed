import carpeta from '../../../shared/locales/en/carpeta.json';
import connections from '../../../shared/locales/en/connections.json';
import desk from '../../../shared/locales/en/desk.json';
import downloads from '../../../shared/locales/en/downloads.json';
import errors from '../../../shared/locales/en/errors.json';
import folders from '../../../shared/locales/en/folders.json';
import grid from '../../../shared/locales/en/grid.json';
import handover from '../../../shared/locales/en/handover.json';
import inspector from '../../../shared/locales/en/inspector.json';
import missing from '../../../shared/locales/en/missing.json';
import payments from '../../../shared/locales/en/payments.json';
import results from '../../../shared/locales/en/results.json';
import saved from '../../../shared/locales/en/saved.json';
import search from '../../../shared/locales/en/search.json';
import ui from '../../../shared/locales/en/ui.json';
import updates from '../../../shared/locales/en/updates.json';

/** The words of what may stand on the first screen, by namespace; the build says where one of another is used there. */
const words = {
  ui,
  desk,
  search,
  grid,
  results,
  inspector,
  downloads,
  saved,
  connections,
  errors,
  carpeta,
  missing,
  payments,
  folders,
  handover,
  updates,
};
export default words;
