import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addresses } from '../../contract/client.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Lists that a page reads by their name, which tables show. */
function listsOfPages(): string[] {
  const sources = globSync('web/src/**/*.{ts,tsx}', { cwd: root }).map(read)
  const named = sources.flatMap((source) => [...source.matchAll(/useList\(\s*'([a-z-]+)'/g)].map(([, name]) => name!))
  return [...new Set(named)].sort()
}

it('every list that a page shows has an address that returns all its rows as a file', () => {
  type Method = { parameters?: { $ref?: string }[] }
  const { paths } = JSON.parse(read('contract/openapi.json')) as { paths: Record<string, Record<string, Method>> }
  const known: Readonly<Record<string, { method: string; path: string } | undefined>> = addresses
  // The page reads these as abilities; web/src/api/call.ts has their addresses for files.
  const instead = [...read('web/src/api/call.ts').matchAll(/'(list-[a-z]+)': '(\/api\/v2\/[a-z]+)'/g)]
  const files = new Map(instead.map(([, name, path]) => [name, { method: 'GET', path: path! }]))
  const without = listsOfPages().filter((name) => {
    const { method, path } = files.get(name) ?? known[name]!
    const parameters = paths[path]?.[method.toLowerCase()]?.parameters ?? []
    return !parameters.some(({ $ref }) => $ref === '#/components/parameters/Format')
  })
  expect(listsOfPages().length).toBeGreaterThan(60)
  expect(without).toEqual([])
})
