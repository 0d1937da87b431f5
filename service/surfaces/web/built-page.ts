import { readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'

export interface Asset {
  mediaType: string
  /** Contents by encoding; identity always exists. */
  encodings: Map<string, Buffer>
}

/** Outside input that decides how the page is sent. */
export interface DashboardRequest {
  /** The path inside of the dashboard, such as /sites/3. */
  address: string
  hasParameters: boolean
  /** English if the build does not have that language. */
  language: string
  theme: string | undefined
  isSignedIn: boolean
}

/** The files and calls of a page's first view (web/write-preloads.ts). */
interface PagePreloads {
  path: string
  scripts: string[]
  styles: string[]
  shellCalls: string[]
  calls: string[]
}

export interface BuiltPage {
  /** The page with its base path, language, theme and preloads filled in. */
  page(base: string, request: DashboardRequest): string
  /** A file of the build, or undefined: names are looked up and never opened, because they are outside input. */
  asset(name: string): Asset | undefined
}

const mediaTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** The built dashboard of a folder, cached in memory and read again after a new build. */
export function watchBuiltPage(folder: string, listFiles: (folder: string) => string[]): () => BuiltPage | null {
  let builtAt = 0
  let built: BuiltPage | null = null
  return () => {
    const changedAt = statSync(join(folder, 'index.html'), { throwIfNoEntry: false })?.mtimeMs
    if (changedAt === undefined) return built
    if (changedAt !== builtAt) {
      built = readBuiltPage(folder, listFiles(folder))
      builtAt = changedAt
    }
    return built
  }
}

function readBuiltPage(folder: string, names: string[]): BuiltPage {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const assets = new Map<string, Asset>()
  for (const name of names) {
    const mediaType = mediaTypes[extname(name)]
    if (mediaType === undefined) continue
    const contents = new Map([['identity', readFileSync(join(folder, name))]])
    for (const [encoding, ending] of encodings) {
      if (names.includes(name + ending)) contents.set(encoding, readFileSync(join(folder, name + ending)))
    }
    assets.set(name, { mediaType, encodings: contents })
  }
  const parts = names.map((name) => name.replaceAll('\\', '/').split('/'))
  const folders = new Set(parts.flatMap(([top, folder = '', file]) => (top === 'assets' && file ? folder : [])))
  const pages = names.includes('preloads.json')
    ? // Written by our own build.
      (JSON.parse(readFileSync(join(folder, 'preloads.json'), 'utf8')) as PagePreloads[])
    : []
  return {
    page(base, request) {
      const { language, theme } = request
      const filled = html
        .replace('<base href="/" />', () => `<base href="${base}" />`)
        .replace('</head>', () => `${preloadsOf(pages, request).join('\n    ')}</head>`)
        .replace('<html ', () => (theme === 'light' || theme === 'dark' ? `<html data-theme="${theme}" ` : '<html '))
      if (!folders.has(language)) return filled
      // Each language has a copy of all scripts (web/write-languages.ts).
      return filled.replace('lang="en">', `lang="${language}">`).replaceAll('"./assets/', `"./assets/${language}/`)
    },
    asset: (name) => assets.get(name),
  }
}

/** Lets the browser request everything at once instead of one after the other. */
function preloadsOf(
  pages: readonly PagePreloads[],
  { address, hasParameters, isSignedIn }: DashboardRequest,
): string[] {
  const page = isSignedIn ? pages.find(({ path }) => isRoute(path, address)) : undefined
  if (!page) return []
  // The calls first: HTTP/1.1 sends six requests at a time, and the scripts of the page are needed last.
  return [
    ...[...page.shellCalls, ...(hasParameters ? [] : page.calls)].map(
      (url) => `<link rel="preload" as="fetch" crossorigin href="./${url.replaceAll('&', '&amp;')}" />`,
    ),
    ...page.scripts.map((url) => `<link rel="modulepreload" href="./${url}" />`),
    ...page.styles.map((url) => `<link rel="preload" as="style" crossorigin href="./${url}" />`),
  ]
}

function isRoute(path: string, address: string): boolean {
  const [wanted, found] = [path.split('/'), address.split('/')]
  return wanted.length === found.length && wanted.every((part, at) => part[0] === '$' || part === found[at])
}
