import clients from '../../../shared/locales/es-CL/clients.json';
import cuadratura from '../../../shared/locales/es-CL/cuadratura.json';
import news from '../../../shared/locales/es-CL/news.json';
import review from '../../../shared/locales/es-CL/review.json';
import settings from '../../../shared/locales/es-CL/settings.json';
import start from '../../../shared/locales/es-CL/start.json';
import viewer from '../../../shared/locales/es-CL/viewer.json';

/** The words of screens that are fetched later, by namespace. */
const words = {
  start,
  news,
  clients,
  settings,
  review,
  cuadratura,
  viewer,
};
export default words;
