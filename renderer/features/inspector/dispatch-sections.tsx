import { useTranslation } from 'react-i18next';
import { type DispatchFactName, dispatchFacts } from '../../../shared/model/dispatch-fields.ts';
import type { StoredDocument } from '../../../shared/model/document.ts';
import type { Json, JsonObject } from '../../../shared/model/json.ts';
import type { DispatchView } from '../../../shared/model/search.ts';
import { namedCell } from '../../components/data-grid/item-value.ts';
import { formatAmount, missing } from '../../ui/format.ts';
import pane from '../../ui/pane.module.css';
import { isShownAsStep } from './dispatch-steps.ts';
import { DispatchStrip } from './dispatch-strip.tsx';
import { allFields, dispatchObject } from './inspected-dispatch.ts';
import styles from './inspector.module.css';

/**
 * The steps of the dispatch, and the facts that staff need first. A fact that the service did not return is
 * omitted; its value is never 0.
 */
export function FirstFacts({ object }: { object: JsonObject }) {
  return (
    <>
      <DispatchStrip object={object} />
      <Facts names={dispatchFacts.first} object={object} />
    </>
  );
}

/** The other dates, the cargo and the other values. */
export function OtherFacts({ object }: { object: JsonObject }) {
  const { t } = useTranslation('inspector');
  return (
    <>
      <Facts title={t('section.dates')} names={dispatchFacts.dates} object={object} />
      <Facts title={t('section.cargo')} names={dispatchFacts.cargo} object={object} />
      <Facts title={t('section.values')} names={dispatchFacts.values} object={object} isNumeric />
    </>
  );
}

interface FactsProps {
  title?: string;
  names: readonly DispatchFactName[];
  object: JsonObject;
  isNumeric?: boolean;
}

function Facts({ title, names, object, isNumeric = false }: FactsProps) {
  const { t } = useTranslation('grid');
  const known = names.flatMap((name) => {
    const value = object[name];
    return value === undefined || isShownAsStep(object, name) ? [] : [{ name, value }];
  });
  if (known.length === 0) return null;
  return (
    <section className={pane.section}>
      {title && <h3>{title}</h3>}
      <dl className={`${styles.facts} ${isNumeric ? styles.numbers : ''}`}>
        {known.map(({ name, value }) => (
          <Fact key={name} field={name} name={t(`field.${name}`)} value={value} />
        ))}
      </dl>
    </section>
  );
}

/** `field` is the service's name, `name` its translation. */
function Fact({ field, name, value }: { field: string; name: string; value: Json }) {
  const { t } = useTranslation('ui');
  const cell = namedCell(field, value, { yes: t('yes'), no: t('no') });
  return (
    <>
      <dt>{name}</dt>
      <dd>{cell.kind === 'number' ? formatAmount(cell.value) : cell.text || missing}</dd>
    </>
  );
}

/** Every field as the service returned it: of the selected document, else of the dispatch. */
export function AllFields({ view, selected }: { view: DispatchView; selected: StoredDocument | undefined }) {
  const { t } = useTranslation('inspector');
  const fields = allFields(selected ? selected.item : { ...dispatchObject(view), ...view.status?.item });
  if (fields.length === 0) return null;
  return (
    <details className={styles.fields}>
      <summary>{t('allFields', { count: fields.length })}</summary>
      <dl className={styles.facts}>
        {fields.map(({ path, value }) => (
          <div key={path} className={styles.field}>
            <dt>{path}</dt>
            <dd>{typeof value === 'string' ? value || '""' : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
