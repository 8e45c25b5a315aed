import { createPortal } from 'react-dom';
import styles from './print.module.css';

/** The addresses of the pages' pictures, as the printer gets them: on paper they are all that is in sight. */
export function PrintSheets({ images }: { images: readonly string[] }) {
  return createPortal(
    <div className={styles.sheets} data-sheets>
      {images.map((url) => (
        <img key={url} className={styles.page} src={url} alt="" />
      ))}
    </div>,
    document.body,
  );
}
