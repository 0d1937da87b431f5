import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { builtFolder, builtPage } from '../testing/built-page.ts'

beforeAll(builtPage)

const assets = join(builtFolder, 'assets')

/** The script and all scripts it imports before it can run. */
async function needs(name: string, seen = new Set<string>()): Promise<Set<string>> {
  if (seen.has(name)) return seen
  seen.add(name)
  const text = await readFile(join(assets, name), 'utf8')
  for (const [, file] of text.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) await needs(file!, seen)
  return seen
}

async function gzipBytes(names: Iterable<string>): Promise<number> {
  const sizes = await Promise.all([...names].map(async (name) => (await stat(join(assets, `${name}.gz`))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

it('no page needs more than 150 kB of script (gzip) for its first view', async () => {
  const html = await readFile(join(builtFolder, 'index.html'), 'utf8')
  const [, entry] = /src="\.\/assets\/([^"]+)"/.exec(html)!
  const pages = (await readdir(assets)).filter((name) => /-page-[\w-]+\.js$/.test(name))
  expect(pages.length).toBeGreaterThan(20)
  for (const page of pages) {
    const files = await needs(page, await needs(entry!))
    expect(await gzipBytes(files), page).toBeLessThan(150_000)
  }
})
