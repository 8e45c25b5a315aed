import { createPortal } from 'react-dom';
import type { PageImage } from './page-images.ts';
import styles from './print.module.css';

/** The pages as the printer gets them: in sight on paper alone, where they are all that there is. */
export function PrintSheets({ images }: { images: readonly PageImage[] }) {
  return createPortal(
    <div className={styles.sheets} data-sheets>
      {images.map(({ url }) => (
        <img key={url} className={styles.sheet} src={url} alt="" />
      ))}
    </div>,
    document.body,
  );
}
