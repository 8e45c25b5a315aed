import 'i18next';
import type words from './es-cl.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui';
    resources: typeof words;
  }
}
