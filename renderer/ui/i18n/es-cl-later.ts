import clients from '../../../shared/locales/es-CL/clients.json';
import connections from '../../../shared/locales/es-CL/connections.json';
import cuadratura from '../../../shared/locales/es-CL/cuadratura.json';
import folders from '../../../shared/locales/es-CL/folders.json';
import handover from '../../../shared/locales/es-CL/handover.json';
import inspector from '../../../shared/locales/es-CL/inspector.json';
import missing from '../../../shared/locales/es-CL/missing.json';
import changes from '../../../shared/locales/es-CL/news.json';
import payments from '../../../shared/locales/es-CL/payments.json';
import review from '../../../shared/locales/es-CL/review.json';
import settings from '../../../shared/locales/es-CL/settings.json';
import start from '../../../shared/locales/es-CL/start.json';
import viewer from '../../../shared/locales/es-CL/viewer.json';

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
