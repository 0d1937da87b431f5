import { language } from './language.ts'

const cookie = 'flotilla_language'

/** Loads the page again in the language that the user has chosen, if it is another one; undefined: as the browser wishes. */
export function followLanguage(chosen: string | undefined, path: string): void {
  // The service sends English for a language that it does not have: the page would be loaded again and again.
  if (chosen === undefined || chosen === language || document.cookie.includes(`${cookie}=${chosen}`)) return
  setLanguage(chosen, path)
}

/** The service reads the cookie when it sends the page. */
export function setLanguage(chosen: string | null, path: string): void {
  const age = chosen === null ? 0 : 31_536_000
  document.cookie = `${cookie}=${chosen ?? ''}; path=${path === '' ? '/' : path}; max-age=${age}; samesite=lax`
  // Without cookies the page would come in the same language again and again.
  if (chosen === null || document.cookie.includes(`${cookie}=${chosen}`)) window.location.reload()
}
