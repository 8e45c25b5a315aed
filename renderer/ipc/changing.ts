import type { Settings, SettingsView } from '../../shared/model/settings.ts';

/** Settings as a person has changed them: as main has them, with every change that main has not answered yet. */
export class ChangingSettings {
  #known: SettingsView | undefined;
  readonly #underWay = new Set<Partial<Settings>>();

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
    // An object of its own: the same change may be made twice.
    const own = { ...change };
    this.#underWay.add(own);
    this.#tell(show);
    try {
      // Main answers with all its settings in the order in which it has changed them, which need not be that in which it was asked.
      this.#known = await send();
    } finally {
      this.#underWay.delete(own);
      this.#tell(show);
    }
  }

  #tell(show: (view: SettingsView) => void): void {
    if (!this.#known) return;
    const settings = Object.assign({}, this.#known.settings, ...this.#underWay);
    show({ ...this.#known, settings });
  }
}
