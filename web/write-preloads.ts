import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathAndBody } from '../client/path-and-body.ts'
import { addresses } from '../contract/client.ts'
import { firstCalls, shellCalls } from './src/first-calls.ts'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}
type Manifest = Readonly<Record<string, Chunk>>

/** What the browser needs for the first view of a page, as URLs relative to the base of the dashboard. */
export interface PagePreloads {
  /** Of the route, with `$name` for a parameter. */
  path: string
  scripts: string[]
  styles: string[]
  /** GET requests for a signed-in user. */
  shellCalls: string[]
  /** Only when the address has no parameters. */
  calls: string[]
}

const ownFiles = /(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g
const routes = /page\('([^']+)', \(\) => import\('\.\/([^']+)'\)\)/g

/**
 * Lists the files and calls of each page's first view in preloads.json, from which the service tells the browser to request all of them at
 * once. Otherwise it would learn of each only from the one before: four round trips instead of two.
 */
export async function writePreloads(web: string, outDir: string): Promise<void> {
  const folder = join(outDir, '.vite')
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
  const router = await readFile(join(web, 'src', 'router.tsx'), 'utf8')
  const index = await readFile(join(outDir, 'index.html'), 'utf8')
  // Not by a key of the entry: the build merges it with all other files of the first view.
  const inIndex = new Set(
    [...index.matchAll(ownFiles)].flatMap(([, file = '']) => {
      const key = Object.keys(manifest).find((each) => manifest[each]?.file === file)
      return key === undefined ? [file] : [...filesOf(manifest, key)]
    }),
  )
  if (inIndex.size === 0) throw new Error('The page of the build names no files.')
  const pages = [...router.matchAll(routes)].map(([, path = '', file = '']): PagePreloads => {
    const files = [...filesOf(manifest, `src/${file}`)].filter((name) => !inIndex.has(name))
    return {
      path,
      scripts: files.filter((name) => name.endsWith('.js')),
      styles: files.filter((name) => name.endsWith('.css')),
      shellCalls: shellCalls.map(urlOf),
      calls: (firstCalls[path] ?? []).map(urlOf),
    }
  })
  const unknown = Object.keys(firstCalls).filter((path) => !pages.some((page) => page.path === path))
  if (pages.length === 0 || unknown.length > 0) throw new Error(`No routes found in router.tsx: ${unknown.join(', ')}`)
  await writeFile(join(outDir, 'preloads.json'), JSON.stringify(pages))
  await rm(folder, { recursive: true })
}

/** The files of a module and of everything that it imports before it runs. */
function filesOf(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The build has no file for ${key}.`)
  if (seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const style of chunk.css ?? []) seen.add(style)
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, seen)
  return seen
}

/** As the dashboard sends it: the browser reuses only the answer of the same URL. */
function urlOf({ name, input }: (typeof shellCalls)[number]): string {
  const address = addresses[name]
  if (address.surface !== 'rest' || address.method !== 'GET' || address.path.includes('{'))
    throw new Error(`${name} cannot be requested ahead.`)
  return pathAndBody(address, input).path.slice(1)
}
