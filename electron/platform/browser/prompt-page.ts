import type { Page } from 'playwright';

/** The content of a prompt. */
export interface PromptDialog {
  title: string;
  /** Explains the title. */
  detail?: string | undefined;
  /** Initial value of the field. Without it there is no field, and the reply is yes or no. */
  path?: string | undefined;
  accept: string;
  cancel: string;
  /** Why the last reply was rejected. */
  complaint?: string | undefined;
}

/**
 * Shows the prompt in a page of its own. A browser has no dialog that returns a path, and a compromised app
 * page could read and press its own content. Resolves to the text as typed, `''` where there is no field, or
 * undefined when the person cancelled or closed the page.
 */
export async function askInOwnPage(
  openPage: () => Promise<Page>,
  prompt: PromptDialog,
): Promise<string | undefined> {
  const page = await openPage();
  try {
    // The person closed it, or the window closed.
    const text = await page.evaluate(drawPrompt, prompt).catch((error: unknown) => {
      if (page.isClosed()) return undefined;
      throw error;
    });
    return text ?? undefined;
  } finally {
    await page.close();
  }
}

/** The part of a document that draws the prompt; main code is not checked against a browser's types. */
interface Drawn {
  style: { cssText: string };
  textContent: string;
  value: string;
  append(...children: Drawn[]): void;
  setAttribute(name: string, value: string): void;
  addEventListener(event: string, listener: (event: { key: string; preventDefault(): void }) => void): void;
  focus(): void;
  select(): void;
}

/** Runs in the prompt's page. */
function drawPrompt(prompt: PromptDialog): Promise<string | null> {
  const { document } = globalThis as unknown as {
    document: { title: string; createElement(name: string): Drawn; body: Drawn; documentElement: Drawn };
  };
  const draw = (name: string, text: string, css: string): Drawn => {
    const drawn = document.createElement(name);
    drawn.textContent = text;
    drawn.style.cssText = css;
    return drawn;
  };
  document.title = prompt.title;
  document.documentElement.style.cssText = 'color-scheme: light dark';
  return new Promise((resolve) => {
    const form = draw(
      'main',
      '',
      'font: 14px system-ui; margin: 32px auto; max-width: 560px; line-height: 1.5',
    );
    const label = draw('label', prompt.title, 'display: block; margin-bottom: 12px; font-weight: 600');
    const detail = draw('p', prompt.detail ?? '', 'margin: 0 0 12px');
    const field = draw(
      'input',
      '',
      'display: block; width: 100%; box-sizing: border-box; margin-top: 8px; font: inherit',
    );
    const complaint = draw('p', prompt.complaint ?? '', 'color: #c92a2a; margin: 0 0 12px');
    const accept = draw('button', prompt.accept, 'font: inherit; margin-right: 8px');
    const cancel = draw('button', prompt.cancel, 'font: inherit');
    field.value = prompt.path ?? '';
    field.setAttribute('spellcheck', 'false');
    complaint.setAttribute('role', 'alert');
    const hasField = prompt.path !== undefined;
    form.setAttribute('data-host', hasField ? 'path-prompt' : 'question');
    accept.addEventListener('click', () => resolve(field.value));
    cancel.addEventListener('click', () => resolve(null));
    form.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') resolve(null);
    });
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      resolve(field.value);
    });
    if (hasField) label.append(field);
    form.append(label, detail, complaint, accept, cancel);
    document.body.append(form);
    if (hasField) field.select();
    else cancel.focus();
  });
}
