import { Button, TextInput } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ToolButton } from '../../../../renderer/ui/tool-button.tsx';
import { focus } from '../../../support/page/focus.ts';
import { show } from '../../../support/page/show.tsx';

/** What a test does with the work of a button: how often it was begun, and its end. */
interface Work {
  begun: number;
  end: () => void;
}

it('a button keeps the focus while it works, and takes no press and no Enter of its form meanwhile', async () => {
  const work: Work = { begun: 0, end: () => undefined };
  await show(<Save work={work} />);
  const save = page.getByRole('button', { name: 'Guardar' });
  await focus(save);
  await userEvent.keyboard('{Enter}');
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await expect.element(save).toHaveFocus();
  await userEvent.keyboard('{Enter} ');
  await userEvent.click(save, { force: true });
  await userEvent.fill(page.getByRole('textbox'), 'a');
  await userEvent.keyboard('{Enter}');
  expect(work.begun).toBe(1);
  await focus(save);
  work.end();
  await expect.element(save).not.toHaveAttribute('aria-disabled');
  await expect.element(save).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.poll(() => work.begun).toBe(2);
});

it('a tool keeps the focus while it works', async () => {
  const work: Work = { begun: 0, end: () => undefined };
  await show(<Tool work={work} />);
  const tool = page.getByRole('button', { name: 'Actualizar' });
  await focus(tool);
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.element(tool).toHaveAttribute('aria-disabled', 'true');
  await expect.element(tool).toHaveFocus();
  expect(work.begun).toBe(1);
});

function useWork(work: Work) {
  const [isWorking, setWorking] = useState(false);
  function begin(): void {
    work.begun++;
    work.end = () => setWorking(false);
    setWorking(true);
  }
  return { isWorking, begin };
}

function Save({ work }: { work: Work }) {
  const { isWorking, begin } = useWork(work);
  function submit(event: FormEvent): void {
    event.preventDefault();
    begin();
  }
  return (
    <form onSubmit={submit}>
      <TextInput label="Nombre" />
      <Button type="submit" loading={isWorking}>
        Guardar
      </Button>
    </form>
  );
}

function Tool({ work }: { work: Work }) {
  const { isWorking, begin } = useWork(work);
  return <ToolButton icon={IconRefresh} label="Actualizar" loading={isWorking} onClick={begin} />;
}
