import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { builtFolder, builtPage } from '../testing/built-page.ts'

beforeAll(builtPage)

/** The script and all scripts it imports before it can run. */
async function needs(assets: string, name: string, seen = new Set<string>()): Promise<Set<string>> {
  if (seen.has(name)) return seen
  seen.add(name)
  const text = await readFile(join(assets, name), 'utf8')
  for (const [, file] of text.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
    await needs(assets, file!, seen)
  return seen
}

async function gzipBytes(assets: string, names: Iterable<string>): Promise<number> {
  const sizes = await Promise.all([...names].map(async (name) => (await stat(join(assets, `${name}.gz`))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

it.each(['assets', 'assets/de'])(
  'no page of %s needs more than 150 kB of script (gzip) for its first view',
  async (folder) => {
    const assets = join(builtFolder, folder)
    const html = await readFile(join(builtFolder, 'index.html'), 'utf8')
    const [, entry] = /src="\.\/assets\/([^"]+)"/.exec(html)!
    const pages = (await readdir(assets)).filter((name) => /-page-[\w-]+\.js$/.test(name))
    expect(pages.length).toBeGreaterThan(20)
    for (const page of pages) {
      const files = await needs(assets, page, await needs(assets, entry!))
      expect(await gzipBytes(assets, files), page).toBeLessThan(150_000)
    }
  },
)
