import type { Page } from 'playwright';

/** What a person reads in the prompt. */
export interface PathQuestion {
  title: string;
  /** Stands in the field to begin with. */
  path: string;
  accept: string;
  cancel: string;
  /** Why the last answer was not taken. */
  complaint?: string | undefined;
}

/**
 * Asks for a path in the page itself, because a page in a browser has no dialog that gives one. Resolves to the text as typed, or
 * undefined when the person changed their mind.
 */
export async function askPath(page: Page, question: PathQuestion): Promise<string | undefined> {
  return (await page.evaluate(drawPrompt, question)) ?? undefined;
}

/** The few things of a document that the prompt is drawn with; main code is not checked against a browser's types. */
interface Drawn {
  style: { cssText: string };
  textContent: string;
  value: string;
  type: string;
  append(...children: Drawn[]): void;
  setAttribute(name: string, value: string): void;
  addEventListener(event: string, listener: (event: { key: string; preventDefault(): void }) => void): void;
  remove(): void;
  showModal(): void;
  close(): void;
  select(): void;
}

/** Runs in the page. */
function drawPrompt(question: PathQuestion): Promise<string | null> {
  const { document } = globalThis as unknown as {
    document: { createElement(name: string): Drawn; body: Drawn };
  };
  const draw = (name: string, text: string, css: string): Drawn => {
    const drawn = document.createElement(name);
    drawn.textContent = text;
    // Set as a property, which the page's content policy allows, unlike the attribute.
    drawn.style.cssText = css;
    return drawn;
  };
  return new Promise((resolve) => {
    const dialog = draw('dialog', '', 'font: 14px system-ui; padding: 16px; border: 1px solid; width: 560px');
    const label = draw('label', question.title, 'display: block; margin-bottom: 12px');
    const field = draw(
      'input',
      '',
      'display: block; width: 100%; box-sizing: border-box; margin-top: 8px; font: inherit',
    );
    const complaint = draw('p', question.complaint ?? '', 'color: #c92a2a; margin: 0 0 12px');
    const accept = draw('button', question.accept, 'font: inherit; margin-right: 8px');
    const cancel = draw('button', question.cancel, 'font: inherit');
    field.value = question.path;
    field.setAttribute('spellcheck', 'false');
    complaint.setAttribute('role', 'alert');
    dialog.setAttribute('data-host', 'path-prompt');
    const answer = (text: string | null) => {
      dialog.close();
      dialog.remove();
      resolve(text);
    };
    accept.addEventListener('click', () => answer(field.value));
    cancel.addEventListener('click', () => answer(null));
    dialog.addEventListener('cancel', () => answer(null));
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      answer(field.value);
    });
    label.append(field);
    dialog.append(label, complaint, accept, cancel);
    document.body.append(dialog);
    dialog.showModal();
    field.select();
  });
}
