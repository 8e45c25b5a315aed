import clients from '../../../shared/locales/en/clients.json';
import connections from '../../../shared/locales/en/connections.json';
import cuadratura from '../../../shared/locales/en/cuadratura.json';
import folders from '../../../shared/locales/en/folders.json';
import handover from '../../../shared/locales/en/handover.json';
import inspector from '../../../shared/locales/en/inspector.json';
import missing from '../../../shared/locales/en/missing.json';
import changes from '../../../shared/locales/en/news.json';
import payments from '../../../shared/locales/en/payments.json';
import review from '../../../shared/locales/en/review.json';
import settings from '../../../shared/locales/en/settings.json';
import start from '../../../shared/locales/en/start.json';
import viewer from '../../../shared/locales/en/viewer.json';

/** Translations of modules that load later, by namespace. */
const translations = {
  start,
  news: changes,
  clients,
  settings,
  review,
  cuadratura,
  viewer,
  connections,
  handover,
  missing,
  payments,
  folders,
  inspector,
};
export default translations;
