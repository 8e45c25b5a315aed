import screen from '../../ui/screen.module.css';

interface Props {
  children: string;
  /** What else there is to know of it. */
  more?: string;
}

/**
 * What a person should know of a list, in two lines at the most; all of it is in its tooltip where there is
 * too little room.
 */
export function ListNote({ children, more }: Props) {
  return (
    <span
      className={`${screen.told} ${screen.soft}`}
      title={more ? `${children}. ${more}` : children}
      role="status"
    >
      {children}
    </span>
  );
}
