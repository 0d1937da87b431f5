/** Settings of the page at the site's address. */
export interface FrontPage {
  status?: number
  /** Replaces the whole body. */
  body?: string
  /** The page with WordPress' "critical error" text, with 500 unless `status` is given. */
  fatalError?: boolean
  /** A text on the page, for keyword monitors; null removes the default, the site's title. */
  keyword?: string | null
  /** Milliseconds before the answer. */
  delay?: number
  headers?: Record<string, string>
}

const escaped = (text: string) =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '')

export const criticalError =
  '<p>There has been a critical error on this website.</p><p><a href="https://wordpress.org/documentation/article/faq-troubleshooting/">Learn more about troubleshooting WordPress.</a></p>'

export interface Shown {
  readonly title: string
  readonly tagline: string
  readonly url: string
  readonly posts: readonly string[]
  /** Null: hidden. */
  readonly wordpress: string | null
  readonly theme: string
}

export const errorPage = (text: string): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>WordPress &rsaquo; Error</title></head><body id="error-page"><div class="wp-die-message">${text}</div></body></html>`

export function homePage(shown: Shown, keyword: string | null | undefined): string {
  const text = keyword === undefined ? shown.title : keyword
  const heading = text === null ? '' : `<h1>${escaped(text)}</h1>`
  const title = text === null ? 'Home' : escaped(shown.title)
  const posts = shown.posts.map((post) => `<article><h2>${post}</h2></article>`).join('\n')
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} &#8211; ${escaped(shown.tagline)}</title>
${shown.wordpress === null ? '' : `<meta name="generator" content="WordPress ${shown.wordpress}">`}
<link rel="icon" href="${shown.url}favicon.ico" sizes="32x32">
<link rel="stylesheet" href="${shown.url}wp-content/themes/${shown.theme}/style.css">
</head>
<body class="home blog wp-theme-${shown.theme}">
<header>${heading}<p>${escaped(shown.tagline)}</p></header>
<main>
${posts}
</main>
<footer><a href="${shown.url}contact/">Contact</a> <a href="${shown.url}privacy-policy/">Privacy Policy</a></footer>
</body>
</html>
`
}
