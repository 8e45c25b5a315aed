import { clientName } from '../../shared/model/client-names.ts';
import type { Client } from '../../shared/model/connection.ts';
import { formatRut, type Rut } from '../../shared/model/rut.ts';
import styles from './client-name.module.css';

interface Props {
  rut: Rut;
  /** Undefined until known. */
  clients: readonly Client[] | undefined;
}

/** A client's name; whole and with the RUT in its tooltip. */
export function ClientName({ rut, clients }: Props) {
  const [shown, number] = [clientName(rut, clients), formatRut(rut)];
  const end = ` · ${number}`;
  if (!shown.endsWith(end)) return <bdi title={shown === number ? number : `${shown}${end}`}>{shown}</bdi>;
  return <SharedName name={shown.slice(0, -end.length)} rut={number} title={shown} />;
}

interface ClientNamesProps extends Pick<Props, 'clients'> {
  ruts: readonly Rut[];
}

/** The first of several clients and the number of others, which the tooltip lists. */
export function ClientNames({ ruts, clients }: ClientNamesProps) {
  const [first, ...others] = ruts;
  if (first === undefined) return null;
  if (others.length === 0) return <ClientName rut={first} clients={clients} />;
  return (
    <span className={styles.several} title={ruts.map((rut) => clientName(rut, clients)).join(', ')}>
      <ClientName rut={first} clients={clients} />
      <span>{` +${others.length}`}</span>
    </span>
  );
}

interface SharedNameProps {
  name: string;
  rut: string;
  title?: string;
}

/**
 * A name that several have, with the RUT that tells them apart: where both do not fit, the name is cut. One
 * of another script does not turn the RUT around.
 */
export function SharedName({ name, rut, title }: SharedNameProps) {
  return (
    <span className={styles.shared} title={title}>
      <bdi>{name}</bdi>
      <span>{` · ${rut}`}</span>
    </span>
  );
}

/** Pixels of a column of clients: more where a RUT stands beside a name. */
export function clientWidths(clients: readonly Client[] | undefined): { width: number; widest: number } {
  const names = (clients ?? []).map(({ name }) => name).filter(Boolean);
  return new Set(names).size < names.length ? { width: 190, widest: 300 } : { width: 150, widest: 240 };
}
