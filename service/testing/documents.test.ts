import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { expect, it } from 'vitest'
import { version } from '../version.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Relative links and images of a document, as paths from the root. A folder means its README. */
function linksOf(path: string): string[] {
  return [...read(path).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
    .map((target) => posix.join(dirname(path), target))
}

function reachableFrom(first: string): Set<string> {
  const found = new Set<string>()
  const queue = [first]
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (found.has(path)) continue
    found.add(path)
    if (path.endsWith('.md') && existsSync(join(root, path))) queue.push(...linksOf(path))
  }
  return found
}

it('every document is reachable from the README, and no link is dead', () => {
  const documents = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    cwd: root,
  })
  const reachable = reachableFrom('README.md')
  const required = [...documents.toString().trim().split('\n'), 'LICENSE']
  expect(required.filter((path) => existsSync(join(root, path)) && !reachable.has(path))).toEqual([])
  expect([...reachable].filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect(statSync(join(root, 'LICENSE')).size).toBeGreaterThan(10_000)
})

it('the changelog and the lockfile have the version of package.json', () => {
  expect(/^## (\S+) — (unreleased|\d{4}-\d\d-\d\d)$/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version)
  const lockfile = JSON.parse(read('package-lock.json'))
  expect([lockfile.version, lockfile.packages[''].version, lockfile.packages[''].license]).toEqual([
    version,
    version,
    'Apache-2.0',
  ])
  expect(JSON.parse(read('contract/openapi.json')).info.version).toBe(version)
})

it('CONTRIBUTING.md names only files and folders that exist', () => {
  const paths = [...read('CONTRIBUTING.md').matchAll(/(?<![\w./])(?:service|simulator|web|spec|contract)\/[\w./-]*/g)]
    .map(([path]) => path.replace(/[.,]$/, ''))
    .filter((path) => !path.endsWith('domain/') && !path.endsWith('migrations/'))
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
