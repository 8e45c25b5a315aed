import { ruleOf } from '../../shared/error-codes.ts';
import type { Undelivered, UndeliveredDocument } from '../../shared/model/delivery.ts';
import type { Translator } from '../i18n/index.ts';

/** Why a document is unavailable, in the recipient's language. */
export function reasonText(
  { code }: Pick<UndeliveredDocument, 'code'>,
  { t }: Pick<Translator, 't'>,
): string {
  const reason = code === undefined ? 'not-downloaded' : ruleOf(code).undelivered;
  return t(`verdict:${reason}`);
}

/** The number of unavailable documents, and each with its reason on a line; lines end in `end`. */
export function undeliveredText(
  { count, of, papers: documents }: Undelivered,
  translator: Translator,
  end: string,
): string {
  const { t } = translator;
  const untyped = t('documents:names.untyped');
  const lines = documents.map((document) => {
    const dispatch =
      document.number === '' ? '' : t('documents:lacking.ofDispatch', { number: document.number });
    const name = [dispatch, document.type || untyped, document.folio].filter(Boolean).join(' ');
    return `  - ${t('documents:lacking.line', { document: name, reason: reasonText(document, translator) })}`;
  });
  const more = count - documents.length;
  return [
    t('documents:lacking.count', { count, of }),
    ...lines,
    ...(more > 0 ? [`  - ${t('documents:lacking.more', { count: more })}`] : []),
    '',
  ].join(end);
}
