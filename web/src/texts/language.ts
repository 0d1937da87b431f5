/** Declared here, so that tests without a browser can use this module. */
declare const document: { documentElement: { lang: string } } | undefined

/**
 * The language of the page, which the service writes into it. It does not change while the page is open, so modules may read texts
 * when they are loaded. Tests without a page are English.
 */
export const language = typeof document === 'undefined' ? 'en' : document.documentElement.lang

/** Each in its own language, so that a person finds it on a page in another one. */
export const languageNames: Readonly<Record<string, string>> = { en: 'English', de: 'Deutsch' }
