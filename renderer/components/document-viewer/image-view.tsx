import {
  type CSSProperties,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { PictureText } from './picture-text.tsx';
import { usePictureWords } from './picture-words.ts';
import { type FileViewProps, notShown, useReportState } from './view-handle.ts';
import styles from './viewer.module.css';
import { steppedPercent } from './zoom-steps.ts';

interface Props extends FileViewProps {
  source: string;
}

interface Size {
  width: number;
  height: number;
}

/** Pixels around the image. */
const margin = 16;

/** An image that can be fitted, zoomed and rotated; its recognised words are searched and copied. */
export default function ImageView({ source, previewed, name, handle, scroller, onState, otherwise }: Props) {
  const { t } = useTranslation('viewer');
  const [natural, setNatural] = useState<Size>();
  const [isDamaged, setDamaged] = useState(false);
  const [size, setSize] = useState<'width' | 'page' | number>('page');
  const [quarters, setQuarters] = useState(0);
  const frame = useFrame(scroller);
  const words = usePictureWords({ previewed, source });
  const isLying = quarters % 2 === 1;
  const shown = natural && (isLying ? { width: natural.height, height: natural.width } : natural);
  const percent = shown && (typeof size === 'number' ? size : fitted(size, shown, frame));

  useImperativeHandle(handle, () => ({
    zoom: (action) =>
      setSize(action === 'in' || action === 'out' ? steppedPercent(percent ?? 100, action) : action),
    turn: () => setQuarters((now) => (now + 1) % 4),
    find: words.find,
  }));
  useReportState(
    onState,
    isDamaged
      ? notShown
      : {
          abilities: words.hasWords ? abilitiesWithWords : abilities,
          ...(percent !== undefined && { percent: Math.round(percent) }),
          ...(words.found && { found: words.found }),
        },
  );
  if (isDamaged) {
    return (
      <div className={styles.note} role="status">
        <p>{t('damagedImage')}</p>
        {otherwise}
      </div>
    );
  }

  const times = (length: number) => `${Math.round((length * (percent ?? 100)) / 100)}px`;
  const box: CSSProperties = shown ? { width: times(shown.width), height: times(shown.height) } : {};
  const drawn: CSSProperties = natural
    ? {
        width: times(natural.width),
        height: times(natural.height),
        transform: `translate(-50%, -50%) rotate(${quarters * 90}deg)`,
      }
    : // Hidden until its size is known: it would flash at its natural size.
      { visibility: 'hidden' };
  return (
    <div className={styles.image} style={box}>
      <img
        src={source}
        alt={name}
        draggable={false}
        style={drawn}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setNatural({ width: naturalWidth, height: naturalHeight })
        }
        onError={() => setDamaged(true)}
      />
      {natural && words.hasWords && (
        <PictureText words={words.words} natural={natural} quarters={quarters} style={drawn} />
      )}
    </div>
  );
}

const abilities = ['zoom', 'turn'] as const;
const abilitiesWithWords = [...abilities, 'find'] as const;

/** The percent at which an image fits its frame; a smaller image keeps its size. */
function fitted(way: 'width' | 'page', { width, height }: Size, frame: Size): number {
  const wide = (frame.width - 2 * margin) / width;
  const high = (frame.height - 2 * margin) / height;
  return Math.max(1, 100 * (way === 'width' ? wide : Math.min(1, wide, high)));
}

/** The size of the scroll container, updated when it changes. */
function useFrame(scroller: RefObject<HTMLDivElement | null>): Size {
  const [frame, setFrame] = useState<Size>({ width: 800, height: 600 });
  // Before the first paint: a ResizeObserver reports later, when the image may already be shown.
  useLayoutEffect(() => {
    if (scroller.current) setFrame(insideOf(scroller.current));
  }, [scroller]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setFrame(insideOf(element)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return frame;
}

function insideOf({ clientWidth, clientHeight }: HTMLElement): Size {
  return { width: clientWidth, height: clientHeight };
}
