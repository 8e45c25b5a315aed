import 'i18next';
import type carpeta from '../../../shared/locales/es-CL/carpeta.json';
import type clients from '../../../shared/locales/es-CL/clients.json';
import type connections from '../../../shared/locales/es-CL/connections.json';
import type cuadratura from '../../../shared/locales/es-CL/cuadratura.json';
import type desk from '../../../shared/locales/es-CL/desk.json';
import type downloads from '../../../shared/locales/es-CL/downloads.json';
import type errors from '../../../shared/locales/es-CL/errors.json';
import type folders from '../../../shared/locales/es-CL/folders.json';
import type grid from '../../../shared/locales/es-CL/grid.json';
import type handover from '../../../shared/locales/es-CL/handover.json';
import type inspector from '../../../shared/locales/es-CL/inspector.json';
import type missing from '../../../shared/locales/es-CL/missing.json';
import type news from '../../../shared/locales/es-CL/news.json';
import type payments from '../../../shared/locales/es-CL/payments.json';
import type results from '../../../shared/locales/es-CL/results.json';
import type review from '../../../shared/locales/es-CL/review.json';
import type saved from '../../../shared/locales/es-CL/saved.json';
import type search from '../../../shared/locales/es-CL/search.json';
import type settings from '../../../shared/locales/es-CL/settings.json';
import type start from '../../../shared/locales/es-CL/start.json';
import type ui from '../../../shared/locales/es-CL/ui.json';
import type viewer from '../../../shared/locales/es-CL/viewer.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui';
    resources: {
      carpeta: typeof carpeta;
      clients: typeof clients;
      connections: typeof connections;
      cuadratura: typeof cuadratura;
      desk: typeof desk;
      downloads: typeof downloads;
      errors: typeof errors;
      folders: typeof folders;
      grid: typeof grid;
      handover: typeof handover;
      inspector: typeof inspector;
      missing: typeof missing;
      news: typeof news;
      payments: typeof payments;
      results: typeof results;
      review: typeof review;
      saved: typeof saved;
      search: typeof search;
      settings: typeof settings;
      start: typeof start;
      ui: typeof ui;
      viewer: typeof viewer;
    };
  }
}
