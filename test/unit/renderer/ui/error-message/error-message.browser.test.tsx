import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ErrorMessage } from '../../../../../renderer/ui/error-message/error-message.tsx';
import { show } from '../../../../support/page/show.tsx';

const error = {
  code: 'SERVER_ERROR',
  message: 'https://storage.example/a.pdf?signature=0123456789abcdef did not answer',
  requestId: 'req-7',
};

it('copies its report by one click, without what opens a link', async () => {
  const setData = vi.spyOn(DataTransfer.prototype, 'setData');
  onTestFinished(() => setData.mockRestore());
  await show(<ErrorMessage error={error} />);
  await page.getByRole('button', { name: 'Copiar informe' }).click();
  await expect.element(page.getByText('Informe copiado')).toBeVisible();
  const [format, report] = setData.mock.lastCall ?? [];
  expect(format).toBe('text/plain');
  expect(report).toContain('requestId: req-7');
  expect(report).toContain('https://storage.example/a.pdf');
  expect(report).not.toContain('0123456789abcdef');
});

it('saves its report as the same text, and says where', async () => {
  const texts: string[] = [];
  await show(<ErrorMessage error={error} />, {
    'report.save': async ({ text }) => {
      texts.push(text);
      return { path: 'C:\\Informes\\informe.txt' };
    },
  });
  await page.getByRole('button', { name: 'Guardar informe…' }).click();
  await expect.element(page.getByText(/C:\\Informes\\informe\.txt/)).toBeVisible();
  expect(texts).toEqual([expect.stringContaining('requestId: req-7')]);
  expect(texts[0]).not.toContain('0123456789abcdef');
});
