import { readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'

export interface Asset {
  mediaType: string
  /** Contents by encoding; identity always exists. */
  encodings: Map<string, Buffer>
}

export interface BuiltPage {
  /** The page with its base path and language filled in; English if the build does not have that language. */
  page(path: string, language: string): string
  /** A file of the build, or undefined: names are looked up and never opened, because they are outside input. */
  asset(name: string): Asset | undefined
}

const mediaTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
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
  return {
    page(path, language) {
      const based = html.replace('<base href="/" />', `<base href="${path}" />`)
      if (!folders.has(language)) return based
      // Each language has a copy of all scripts (web/write-languages.ts).
      return based
        .replace('<html lang="en">', `<html lang="${language}">`)
        .replaceAll('"./assets/', `"./assets/${language}/`)
    },
    asset: (name) => assets.get(name),
  }
}
