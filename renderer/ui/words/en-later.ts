import clients from '../../../shared/locales/en/clients.json';
import cuadratura from '../../../shared/locales/en/cuadratura.json';
import news from '../../../shared/locales/en/news.json';
import review from '../../../shared/locales/en/review.json';
import settings from '../../../shared/locales/en/settings.json';
import start from '../../../shared/locales/en/start.json';
import viewer from '../../../shared/locales/en/viewer.json';

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
