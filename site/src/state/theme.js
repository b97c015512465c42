// Light, dark, or as the system says. The choice stays in this browser and in no link.

const KEY = 'zplan-theme';
const system = globalThis.matchMedia?.('(prefers-color-scheme: dark)');

/** The theme chosen earlier, or `auto`. */
export function storedTheme() {
  try {
    const theme = localStorage.getItem(KEY);
    return theme === 'light' || theme === 'dark' ? theme : 'auto';
  } catch {
    return 'auto';
  }
}

/** The colours that a theme means now: `light` or `dark`. */
export function coloursOf(theme) {
  if (theme !== 'auto') return theme;
  return system?.matches ? 'dark' : 'light';
}

/** Keeps the choice and colours the page. */
export function applyTheme(theme) {
  document.documentElement.dataset.theme = coloursOf(theme);
  try {
    if (theme === 'auto') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // A page from a file may have no storage; the choice then lasts as long as the page.
  }
}

/** Calls back when the system changes between light and dark. */
export function onSystemTheme(listener) {
  system?.addEventListener('change', listener);
}
