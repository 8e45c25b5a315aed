import { useState } from 'react';
import { TemplateField } from '../../components/get-documents/template-field.tsx';
import { ask } from '../../ipc/bridge.ts';

interface Props {
  kept: string;
  disabled: boolean;
  onKeep: (template: string) => void;
}

/** The template of all downloads, kept when the field is left; one that does not work stays in the field, which says why, and is not kept. */
export function TemplateSetting({ kept, disabled, onKeep }: Props) {
  const [template, setTemplate] = useState(kept);
  function leave() {
    if (template === kept) return;
    ask('downloads.previewName', { template }).then(
      () => onKeep(template),
      () => undefined,
    );
  }
  return <TemplateField value={template} onChange={setTemplate} onBlur={leave} disabled={disabled} />;
}
