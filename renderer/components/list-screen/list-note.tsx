import screen from '../../ui/screen.module.css';

interface Props {
  children: string;
  /** Additional text. */
  more?: string;
}

/** A note about a list, in at most two lines; the tooltip has the full text. */
export function ListNote({ children, more }: Props) {
  return (
    <span
      className={`${screen.status} ${screen.soft}`}
      title={more ? `${children}. ${more}` : children}
      role="status"
    >
      {children}
    </span>
  );
}
