import carpeta from '../../../shared/locales/en/carpeta.json';
import clients from '../../../shared/locales/en/clients.json';
import connections from '../../../shared/locales/en/connections.json';
import cuadratura from '../../../shared/locales/en/cuadratura.json';
import desk from '../../../shared/locales/en/desk.json';
import downloads from '../../../shared/locales/en/downloads.json';
import errors from '../../../shared/locales/en/errors.json';
import folders from '../../../shared/locales/en/folders.json';
import grid from '../../../shared/locales/en/grid.json';
import handover from '../../../shared/locales/en/handover.json';
import inspector from '../../../shared/locales/en/inspector.json';
import missing from '../../../shared/locales/en/missing.json';
import news from '../../../shared/locales/en/news.json';
import payments from '../../../shared/locales/en/payments.json';
import results from '../../../shared/locales/en/results.json';
import review from '../../../shared/locales/en/review.json';
import saved from '../../../shared/locales/en/saved.json';
import search from '../../../shared/locales/en/search.json';
import settings from '../../../shared/locales/en/settings.json';
import start from '../../../shared/locales/en/start.json';
import ui from '../../../shared/locales/en/ui.json';
import updates from '../../../shared/locales/en/updates.json';
import viewer from '../../../shared/locales/en/viewer.json';

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
