import { clientName } from '../../shared/model/client-names.ts';
import type { Client } from '../../shared/model/connection.ts';
import { formatRut, type Rut } from '../../shared/model/rut.ts';
import styles from './client-name.module.css';

interface Props {
  rut: Rut;
  /** Undefined until known. */
  clients: readonly Client[] | undefined;
}

/**
 * A client's name, whole and with the RUT in its tooltip. Where clients share a name and it does not fit, the
 * name is cut and not the RUT. Names of other scripts do not turn the RUT around.
 */
export function ClientName({ rut, clients }: Props) {
  const [shown, number] = [clientName(rut, clients), formatRut(rut)];
  const end = ` · ${number}`;
  if (!shown.endsWith(end)) return <bdi title={shown === number ? number : `${shown}${end}`}>{shown}</bdi>;
  return (
    <span className={styles.shared} title={shown}>
      <bdi>{shown.slice(0, -end.length)}</bdi>
      <span>{end}</span>
    </span>
  );
}
