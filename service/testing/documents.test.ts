import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
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

it('every example of deploy/, and the workflow of the image, is linked from a document', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'deploy', '.github'], {
    cwd: root,
  })
  const reachable = reachableFrom('README.md')
  const examples = files
    .toString()
    .trim()
    .split('\n')
    .filter((path) => /^deploy\/[^/]+$|^deploy\/helm\/.*\/values\.yaml$|^\.github\/workflows\//.test(path))
    .filter((path) => !/\.test\.\w+$/.test(path))
  expect(examples.length).toBeGreaterThan(10)
  expect(examples.filter((path) => existsSync(join(root, path)) && !reachable.has(path))).toEqual([])
})

it('upgrading.md has a part for every version, with what to look at and the way back', () => {
  const [newest, ...older] = [...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+)\.\d+/gm)].map(([, name]) => name!)
  const steps = older.map((from, index) => `${from} → ${[newest, ...older][index]}`)
  const parts = read('docs/upgrading.md').split(/^## /m)
  const titled = parts.filter((part) => part.includes(' → '))
  expect(titled.map((part) => part.slice(0, part.indexOf('\n')))).toEqual(steps)
  for (const part of titled)
    for (const heading of ['**Downtime**', '**What to look at**', '**Way back**']) expect(part).toContain(heading)
})

it('faq.md has the first twenty questions, numbered', () => {
  const numbers = [...read('docs/faq.md').matchAll(/^\*\*(\d+)\. [^*]+\?\*\* \S/gm)].map(([, number]) => Number(number))
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
})

it('forms for issues have what GitHub requires of them', () => {
  const folder = '.github/ISSUE_TEMPLATE'
  const forms = readdirSync(join(root, folder)).filter((name) => name !== 'config.yml')
  expect(forms).toEqual(['bug.yml', 'question.yml', 'wish.yml'])
  for (const form of forms) {
    const { name, description, labels, body, ...others } = parse(read(`${folder}/${form}`))
    expect([typeof name, typeof description, Array.isArray(labels), others]).toEqual(['string', 'string', true, {}])
    const fields = body.filter(({ type }: { type: string }) => type !== 'markdown')
    const ids = fields.map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { type, id, attributes } of fields) {
      expect([form, id, type]).toEqual([
        form,
        expect.stringMatching(/^[a-z]+$/),
        expect.stringMatching(/^(textarea|input|dropdown)$/),
      ])
      expect(attributes.label).toMatch(/\S/)
      if (type === 'dropdown') expect(attributes.options.length).toBeGreaterThan(1)
    }
    expect(fields.some(({ validations }: { validations?: { required?: boolean } }) => validations?.required)).toBe(true)
  }
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
