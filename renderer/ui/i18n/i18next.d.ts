import 'i18next';
import type appWindow from '../../../shared/locales/es-CL/app-window.json';
import type changes from '../../../shared/locales/es-CL/changes.json';
import type clients from '../../../shared/locales/es-CL/clients.json';
import type connections from '../../../shared/locales/es-CL/connections.json';
import type deliveries from '../../../shared/locales/es-CL/deliveries.json';
import type dossier from '../../../shared/locales/es-CL/dossier.json';
import type downloads from '../../../shared/locales/es-CL/downloads.json';
import type errors from '../../../shared/locales/es-CL/errors.json';
import type folders from '../../../shared/locales/es-CL/folders.json';
import type grid from '../../../shared/locales/es-CL/grid.json';
import type help from '../../../shared/locales/es-CL/help.json';
import type home from '../../../shared/locales/es-CL/home.json';
import type inspector from '../../../shared/locales/es-CL/inspector.json';
import type missing from '../../../shared/locales/es-CL/missing.json';
import type payments from '../../../shared/locales/es-CL/payments.json';
import type reconciliation from '../../../shared/locales/es-CL/reconciliation.json';
import type results from '../../../shared/locales/es-CL/results.json';
import type review from '../../../shared/locales/es-CL/review.json';
import type saved from '../../../shared/locales/es-CL/saved.json';
import type search from '../../../shared/locales/es-CL/search.json';
import type settings from '../../../shared/locales/es-CL/settings.json';
import type texts from '../../../shared/locales/es-CL/texts.json';
import type ui from '../../../shared/locales/es-CL/ui.json';
import type verdict from '../../../shared/locales/es-CL/verdict.json';
import type viewer from '../../../shared/locales/es-CL/viewer.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui';
    resources: {
      dossier: typeof dossier;
      clients: typeof clients;
      connections: typeof connections;
      reconciliation: typeof reconciliation;
      'app-window': typeof appWindow;
      downloads: typeof downloads;
      errors: typeof errors;
      folders: typeof folders;
      grid: typeof grid;
      deliveries: typeof deliveries;
      help: typeof help;
      home: typeof home;
      inspector: typeof inspector;
      missing: typeof missing;
      changes: typeof changes;
      payments: typeof payments;
      results: typeof results;
      review: typeof review;
      saved: typeof saved;
      search: typeof search;
      settings: typeof settings;
      texts: typeof texts;
      ui: typeof ui;
      verdict: typeof verdict;
      viewer: typeof viewer;
    };
  }
}
