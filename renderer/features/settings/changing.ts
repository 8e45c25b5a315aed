import type { Settings, SettingsView } from '../../../shared/model/settings.ts';

/** Settings as a person has changed them: as main has them, with every change that main has not answered yet. */
export class ChangingSettings {
  #known: SettingsView | undefined;
  readonly #underWay = new Map<number, Partial<Settings>>();
  #asked = 0;
  #answered = 0;

  /**
   * Shows a change at once, and what main says of it once it has answered; what else was changed meanwhile stays. `shown` is what is shown by
   * now. Rejects with what main refused, which is then no longer shown.
   */
  async change(
    change: Partial<Settings>,
    shown: SettingsView | undefined,
    send: () => Promise<SettingsView>,
    show: (view: SettingsView) => void,
  ): Promise<void> {
    if (this.#underWay.size === 0) this.#known = shown;
    const number = ++this.#asked;
    this.#underWay.set(number, change);
    this.#tell(show);
    try {
      const answer = await send();
      if (number > this.#answered) [this.#known, this.#answered] = [answer, number];
    } finally {
      this.#underWay.delete(number);
      this.#tell(show);
    }
  }

  #tell(show: (view: SettingsView) => void): void {
    if (!this.#known) return;
    const settings = Object.assign({}, this.#known.settings, ...this.#underWay.values());
    show({ ...this.#known, settings });
  }
}
