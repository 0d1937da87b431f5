/**
 * The page that WordPress shows instead of the site has the same markup in every language (`wp_die`): the texts differ, `error-page`
 * and `wp-die-message` do not. PHP's own messages and those of drop-ins are found by their texts.
 */
const markup = [/<body id="error-page"/i, /class="wp-die-message"/i]

const phpErrors = [
  /<b>(?:Fatal|Parse) error<\/b>:/i,
  // Skips blanks of its own line only: `\s*` would start again on every empty line of a page.
  /^[ \t]*(?:PHP )?(?:Fatal|Parse) error:/im,
  /^[ \t]*Error establishing a database connection/im,
]

/** “There has been a critical error on this website”, as far as pages without that markup show it. */
const criticalErrors = [
  'There has been a critical error on this website',
  'There has been a critical error on your website',
  'Es gab einen kritischen Fehler auf deiner Website',
  'Es gab einen kritischen Fehler auf dieser Website',
  'Il y a eu une erreur critique sur ce site',
  'Il y a eu une erreur critique sur votre site',
  'Ha habido un error crítico en esta web',
  'Si è verificato un errore critico sul tuo sito web',
  'Si è verificato un errore critico in questo sito',
  'Er heeft zich een kritieke fout voorgedaan op deze site',
  'Er is een kritieke fout opgetreden op deze website',
  'Há um erro crítico no seu site',
  'Ocorreu um erro crítico neste site',
  'W witrynie wystąpił krytyczny błąd',
  'На сайте возникла критическая ошибка',
  'このサイトで重大なエラーが発生しました',
  '此站点遇到了致命错误',
  '這個網站發生嚴重錯誤',
  'Det har uppstått ett kritiskt fel på denna webbplats',
  'Der er opstået en kritisk fejl på dette website',
  'Det har oppstått en kritisk feil på nettstedet',
  'Na webu došlo k závažné chybě',
  'Kritikus hiba történt a honlapon',
]

const isErrorOfPhp = (page: string) => phpErrors.some((pattern) => pattern.test(page))
const isCriticalError = (page: string) => criticalErrors.some((text) => page.includes(text))

/** Whether the page is an error of PHP or WordPress. */
export const showsError = (page: string): boolean =>
  markup.some((pattern) => pattern.test(page)) || isErrorOfPhp(page) || isCriticalError(page)

const starts = ['<!doctype', '<html', '<?xml', '<rss', '<feed']
/** Of a page without such a start. */
const headChars = 2_000
const phpMessage = /\b(?:Warning|Notice|Deprecated|Strict Standards)(?:<\/b>)?: /

/** Whether PHP prints a warning, notice or deprecation before the page begins. */
export function printsNotice(page: string): boolean {
  const lower = page.slice(0, 100_000).toLowerCase()
  const found = starts.map((start) => lower.indexOf(start)).filter((index) => index >= 0)
  const head = page.slice(0, found.length > 0 ? Math.min(...found) : headChars)
  return phpMessage.test(head) && head.includes(' on line ')
}
