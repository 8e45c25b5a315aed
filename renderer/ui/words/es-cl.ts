import carpeta from '../../../shared/locales/es-CL/carpeta.json';
import clients from '../../../shared/locales/es-CL/clients.json';
import connections from '../../../shared/locales/es-CL/connections.json';
import cuadratura from '../../../shared/locales/es-CL/cuadratura.json';
import desk from '../../../shared/locales/es-CL/desk.json';
import downloads from '../../../shared/locales/es-CL/downloads.json';
import errors from '../../../shared/locales/es-CL/errors.json';
import folders from '../../../shared/locales/es-CL/folders.json';
import grid from '../../../shared/locales/es-CL/grid.json';
import handover from '../../../shared/locales/es-CL/handover.json';
import inspector from '../../../shared/locales/es-CL/inspector.json';
import missing from '../../../shared/locales/es-CL/missing.json';
import news from '../../../shared/locales/es-CL/news.json';
import payments from '../../../shared/locales/es-CL/payments.json';
import results from '../../../shared/locales/es-CL/results.json';
import review from '../../../shared/locales/es-CL/review.json';
import saved from '../../../shared/locales/es-CL/saved.json';
import search from '../../../shared/locales/es-CL/search.json';
import settings from '../../../shared/locales/es-CL/settings.json';
import start from '../../../shared/locales/es-CL/start.json';
import ui from '../../../shared/locales/es-CL/ui.json';
import updates from '../../../shared/locales/es-CL/updates.json';
import viewer from '../../../shared/locales/es-CL/viewer.json';

/** Every word of the page in this language, by namespace. */
const words = {
  ui,
  desk,
  start,
  search,
  grid,
  results,
  inspector,
  downloads,
  saved,
  news,
  clients,
  connections,
  settings,
  errors,
  carpeta,
  missing,
  review,
  payments,
  cuadratura,
  folders,
  handover,
  updates,
  viewer,
};
export default words;
