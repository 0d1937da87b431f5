import { basePath } from '../api/request.ts'

export type Theme = 'system' | 'light' | 'dark'

export const themeEvent = 'flotilla.theme'

// The service reads it and writes the theme into the page, so that the other one does not flash.
const cookie = 'flotilla_theme'

export const currentTheme = (): Theme => (document.documentElement.dataset.theme as Theme) ?? 'system'

export function setTheme(theme: Theme): void {
  const age = theme === 'system' ? 0 : 31_536_000
  document.cookie = `${cookie}=${theme}; path=${basePath === '' ? '/' : basePath}; max-age=${age}; samesite=lax`
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  window.dispatchEvent(new Event(themeEvent))
}
