/**
 * What the system's own parts are drawn in; `system` until told otherwise (`docs/api/native-theme.md`), other
 * values throw (`NativeTheme::SetThemeSource`).
 */
class NativeTheme {
  #source = 'system';
  get themeSource() {
    return this.#source;
  }
  set themeSource(source: string) {
    if (!['system', 'light', 'dark'].includes(source)) throw new TypeError('Error processing argument');
    this.#source = source;
  }
}

export const nativeTheme = new NativeTheme();
