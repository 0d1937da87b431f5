export type Theme = 'system' | 'light' | 'dark'

// theme.js reads it before the first paint.
const storageKey = 'flotilla.theme'
export const themeEvent = 'flotilla.theme'

export const currentTheme = (): Theme => (document.documentElement.dataset.theme as Theme) ?? 'system'

export function setTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem(storageKey)
    delete document.documentElement.dataset.theme
  } else {
    localStorage.setItem(storageKey, theme)
    document.documentElement.dataset.theme = theme
  }
  window.dispatchEvent(new Event(themeEvent))
}
