import 'i18next';
import type first from './es-cl.ts';
import type later from './es-cl-later.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui';
    resources: typeof first & typeof later;
  }
}
