import { Button, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PackageReading } from '../../../shared/model/delivery.ts';
import { asLanguage } from '../../../shared/model/languages.ts';
import { unknownDispatchQueries } from '../../components/document-actions/completion-queries.ts';
import { FetchAllButton } from '../../components/document-actions/fetch-all-button.tsx';
import { FolderField } from '../../components/document-actions/folder-field.tsx';
import { NotesOption } from '../../components/document-actions/notes-option.tsx';
import {
  deliveryRuleNames,
  RulesField,
  type RulesProps,
  useDeliveryRules,
} from '../../components/document-actions/rules-field.tsx';
import { SeveralClientsWarning } from '../../components/document-actions/several-clients.tsx';
import { invoke, useAppMutation, useChanged, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { navigate, type Route } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import styles from './deliveries.module.css';
import { PackageReadingList } from './package-reading-list.tsx';

type PackageRoute = Extract<Route, { view: 'package' }>;

/** A package for an inspection: paste the dispatches, see which documents are stored, and create it. */
export default function PackageScreen({ route }: { route: PackageRoute }) {
  const { t } = useTranslation('deliveries');
  const { data: deliveries } = useInvokeQuery('deliveries.list', undefined, {
    enabled: route.again !== undefined,
  });
  const before = deliveries?.find(({ id }) => id === route.again);
  const isKnown = route.again === undefined || deliveries !== undefined;
  return (
    <div className={`${screen.screen} ${styles.packageScreen}`}>
      <header className={screen.head} data-line>
        <h1>{t('packageTitle')}</h1>
        <span className={screen.soft}>{t('packageMeans')}</span>
      </header>
      {isKnown && (
        <PackageForm
          key={route.again ?? route.numbers}
          text={before?.list ?? route.numbers ?? ''}
          folder={before?.folder ?? ''}
          followsRules={before?.withAllTypes !== true}
        />
      )}
    </div>
  );
}

interface Props {
  /** The initial list, the folder, and whether the rules of clients leave out types. */
  text: string;
  folder: string;
  followsRules: boolean;
}

const readAfterMs = 300;

/** The pasted list, what it reads, and the package that is made of it. */
function usePackage({ text: first, folder: before, followsRules }: Props) {
  const { t, i18n } = useTranslation('deliveries');
  const [text, setText] = useState(first);
  const [chosen, setFolder] = useState<string>();
  const [fetch, setFetch] = useState(true);
  const [withNotes, setNotes] = useState(false);
  const [isFollowed, setFollowed] = useState(followsRules);
  const [debounced] = useDebouncedValue(text, readAfterMs);
  const isEmpty = text.trim() === '';
  const query = { text: debounced, ...(!isFollowed && { withAllTypes: true }) };
  const reading = useInvokeQuery('deliveries.parsePackage', query, {
    enabled: debounced.trim() !== '',
    placeholderData: keepPreviousData,
  });
  const found = isEmpty ? undefined : reading.data;
  // The shown reading may be that of the list before.
  const isOld = debounced !== text || reading.isPlaceholderData;
  const several = { ruts: [...new Set(found?.found.map(({ rut }) => rut))] };
  const rules = useDeliveryRules(several, isFollowed);
  const folder = chosen ?? (before || rules.folder);
  const changed = useChanged();
  const make = useAppMutation(async () => {
    // The first start asks for the folder, too.
    const into = folder || (await invoke('folder.choose', { title: t('folder') }));
    if (into === undefined) return;
    if (folder === '') setFolder(into);
    const { deliveryId } = await invoke('deliveries.package', {
      text,
      folder: into,
      fetch,
      language: asLanguage(i18n.language),
      ...(withNotes && { withNotes }),
      ...(!isFollowed && { withAllTypes: true }),
    });
    await changed(['deliveries.list']);
    navigate({ view: 'handovers', deliveryId });
  });
  const ruled: RulesProps = {
    ruled: rules.ruled,
    names: deliveryRuleNames(several, {
      hasTypes: true,
      hasFolder: before === '' && chosen === undefined,
      hasTemplate: true,
    }),
    leftOut: found?.found.reduce((sum, { leftOut }) => sum + leftOut, 0) ?? 0,
    isFollowed,
    onFollow: setFollowed,
  };
  const { error } = reading;
  const fields = { text, setText, folder, setFolder, fetch, setFetch, withNotes, setNotes };
  return { ...fields, query, isEmpty, isOld, error, found, several, ruled, make };
}

/** The pasted list and its result, side by side. */
function PackageForm(props: Props) {
  const { t } = useTranslation('deliveries');
  const { text, query, isEmpty, isOld, folder, found, several, ruled, make, ...form } = usePackage(props);
  const field = useRef<HTMLTextAreaElement>(null);
  // Before the adjacent list takes the focus: the text field comes first.
  useEffect(() => field.current?.focus(), []);

  function start(event: FormEvent) {
    event.preventDefault();
    make.mutate();
  }
  return (
    <div className={styles.package}>
      <form className={styles.listForm} onSubmit={start}>
        <Textarea
          ref={field}
          label={t('list')}
          description={t('listMeans')}
          placeholder={'123456\n123457\t76.086.428-5'}
          autosize
          minRows={8}
          maxRows={14}
          spellCheck={false}
          maxLength={1_000_000}
          value={text}
          onChange={(event) => form.setText(event.currentTarget.value)}
        />
        <RulesField {...ruled} />
        <FolderField
          label={t('folder')}
          description={props.folder === '' ? t('packageFolderMeans') : t('againMeans')}
          value={folder}
          onChange={form.setFolder}
        />
        <CheckField
          label={t('fetch')}
          description={t('fetchMeans')}
          checked={form.fetch}
          onCheck={form.setFetch}
        />
        <NotesOption isOn={form.withNotes} onChange={form.setNotes} />
        <div className={styles.start}>
          <SeveralClientsWarning ruts={several.ruts} />
          {make.error && <ErrorMessage error={make.error} />}
          <div className={styles.startButton}>
            <Button
              type="submit"
              disabled={isOld || !found || found.found.length === 0}
              loading={make.isPending}
            >
              {t('startPackage')}
            </Button>
            {!isEmpty && folder === '' && <span className={screen.soft}>{t('startChoosing')}</span>}
          </div>
        </div>
      </form>
      <div className={styles.reading}>
        {form.error && <ErrorMessage error={form.error} />}
        <FetchPartial found={found?.found ?? []} />
        <FetchUnknown notFound={found?.notFound ?? []} />
        <PackageReadingList reading={found} query={query} />
      </div>
    </div>
  );
}

/** Queries the agencies for the dispatches that are stored in part. */
function FetchPartial({ found }: Pick<PackageReading, 'found'>) {
  const { t } = useTranslation('deliveries');
  const { t: common } = useTranslation('dossier');
  const partial = found.filter(({ isComplete }) => !isComplete);
  if (partial.length === 0) return null;
  return (
    <div className={screen.note}>
      {t('partialFound', { count: partial.length })}
      <FetchAllButton label={common('complete.ask')} isSmall dispatches={() => partial} />
    </div>
  );
}

/**
 * Queries every agency for numbers without stored data: those never requested, and those not yet requested as
 * every client.
 */
function FetchUnknown({ notFound }: Pick<PackageReading, 'notFound'>) {
  const { t } = useTranslation('deliveries');
  const connections = useInvokeQuery('connections.list', undefined).data ?? [];
  const clients = useInvokeQuery('clients.list', undefined).data?.length ?? 0;
  const dispatches = notFound.filter(({ isDispatch }) => isDispatch);
  const unknown = dispatches.filter(({ asked }) => asked === undefined);
  const rest = dispatches.filter(({ asked }) => asked !== undefined && asked.unasked > 0);
  const fetchButton = (label: string, numbers: PackageReading['notFound']) => (
    <FetchAllButton
      label={label}
      isSmall
      isDisabled={connections.length === 0}
      requests={numbers.reduce((sum, { rut }) => sum + (rut === '' ? clients : 1), 0) * connections.length}
      queries={() =>
        unknownDispatchQueries(
          connections.map(({ id }) => id),
          numbers,
        )
      }
    />
  );
  return (
    <>
      {unknown.length > 0 && (
        <div className={screen.note}>
          {t('unknownFound', { count: unknown.length })}
          {fetchButton(t('askAgency'), unknown)}
        </div>
      )}
      {rest.length > 0 && (
        <div className={screen.note}>
          {t('restFound', { count: rest.length })}
          {fetchButton(t('askRest'), rest)}
        </div>
      )}
    </>
  );
}
