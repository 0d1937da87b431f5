// `node web/build.ts [--if-stale]` builds the dashboard into web/dist. The old build is served until the new one is complete.
import { hash } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const web = import.meta.dirname
const finished = join(web, 'dist')
const stampName = '.built-from'

/**
 * Runs in its own process because NODE_ENV becomes part of the page. Builds unless dist was built from these sources;
 * returns whether it built.
 */
async function buildPage({ ifStale = false } = {}): Promise<boolean> {
  const stamp = await hashSources()
  if (ifStale && (await builtFrom()) === stamp) return false
  const { build } = await import('vite')
  const outDir = join(web, `dist-${process.pid}`)
  try {
    await build({ configFile: join(web, 'vite.config.ts'), logLevel: 'warn', build: { outDir } })
    const { writeLanguages } = await import('./write-languages.ts')
    await writeLanguages(outDir)
    const { writePreloads } = await import('./write-preloads.ts')
    await writePreloads(web, outDir)
    await compressAll(outDir)
    await writeFile(join(outDir, stampName), stamp)
    const retired = join(web, `dist-${process.pid}-old`)
    await rename(finished, retired).catch(() => {})
    await rename(outDir, finished).catch(async (error) => {
      // Another process built at the same time. Its result is equally good if the sources are the same.
      if ((await builtFrom()) !== stamp) throw error
    })
    await rm(retired, { recursive: true, force: true })
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
  return true
}

const builtFrom = () => readFile(join(finished, stampName), 'utf8').catch(() => '')

/** Hashes contents, not times: a fresh clone and a restored backup have new times. */
async function hashSources(): Promise<string> {
  const project = join(web, '..')
  const inside = await Promise.all([join(web, 'src'), join(web, 'public')].map(filesIn))
  const further = [
    'web/index.html',
    'web/vite.config.ts',
    'web/settings-fields.ts',
    'web/operation-table.ts',
    'web/compile-texts.ts',
    'web/compiled-message.ts',
    'web/write-languages.ts',
    'web/write-preloads.ts',
    'web/build.ts',
    'client/path-and-body.ts',
    'contract/client.ts',
    'contract/digest.txt',
  ]
  const files = [...inside.flat(), ...[...further, 'package-lock.json'].map((file) => join(project, file))].sort()
  const lines = await Promise.all(
    files.map(async (file) => `${relative(project, file)} ${hash('sha256', await readFile(file))}`),
  )
  return hash('sha256', lines.join('\n'))
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** Compresses once here instead of once per visitor. */
async function compressAll(folder: string): Promise<void> {
  // The pseudo-language is only for tests.
  const files = (await filesIn(folder)).filter((file) => /\.(js|css|svg)$/.test(file) && !file.includes('pseudo'))
  for (const file of files) {
    const content = await readFile(file)
    const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
    await writeFile(`${file}.br`, await promisify(brotliCompress)(content, brotli))
    await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
  }
}

// Not import.meta.main: on a supported Node launch.js imports this file instead of starting a process.
if (process.argv[1] === import.meta.filename) {
  // The calling process may be a test run; the build must not be.
  process.env.NODE_ENV = 'production'
  const built = await buildPage({ ifStale: process.argv.includes('--if-stale') })
  console.log(built ? 'The dashboard is built.' : 'The dashboard is up to date.')
}
