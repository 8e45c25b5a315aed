import { Fragment } from 'react';

/** A text whose `**labels**` are those of the page. */
export function LabelledText({ text }: { text: string }) {
  const fragments = text.split('**');
  return fragments.map((fragment, index) => {
    // The order of the fragments never changes.
    const key = `${index} ${fragment}`;
    return index % 2 === 1 ? (
      <strong key={key}>{fragment}</strong>
    ) : (
      <Fragment key={key}>{fragment}</Fragment>
    );
  });
}
