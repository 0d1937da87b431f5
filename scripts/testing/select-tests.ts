import { posix } from 'node:path'
import { distancesFrom, isTest, readImports, type Sources } from './import-graph.ts'
import { isReleaseTest } from './parts.ts'

/**
 * The tests that a change of these files can break, the nearest first. `vitest --changed` would select nearly all: every integration
 * test imports the whole service. So the imports are followed up to the service, and then come the other tests of the feature.
 */
export function selectTests(changed: readonly string[], sources: Sources): string[] {
  const known = new Set(sources.files)
  const starts = changed.flatMap((file) => (known.has(file) ? [file, ...readersOf(file, sources)] : []))
  const distances = distancesFrom(starts, readImports(sources))
  const tests = sources.files.filter((file) => isTest(file) && !isReleaseTest(file))
  const folders = starts.map(partOf)
  const distance = (test: string) =>
    Math.min(distances.get(test) ?? Number.POSITIVE_INFINITY, ...folders.map((part) => distanceInPart(test, part)))
  return tests
    .map((test) => ({ test, distance: distance(test) }))
    .filter(({ distance }) => Number.isFinite(distance))
    .sort((a, b) => a.distance - b.distance || a.test.localeCompare(b.test))
    .map(({ test }) => test)
}

/** After the tests that import something near, before those of other features. */
const insidePart = 4.5

const distanceInPart = (test: string, part: string | undefined) =>
  part !== undefined && test.startsWith(part) ? insidePart : Number.POSITIVE_INFINITY

/** The feature or part of the platform that a file belongs to; undefined for those of everything. */
function partOf(file: string): string | undefined {
  const [part] = /^service\/(domain|platform|operation|surfaces)\/[^/]+\//.exec(file) ?? []
  return part ?? /^(simulator|bench|deploy)\//.exec(file)?.[0]
}

/** Code that reads a file without importing it. */
function readersOf(file: string, sources: Sources): string[] {
  if (/\/migrations\/[^/]+\.sql$/.test(file)) return readersOfTables(sources.read(file), sources)
  const page = /^web\/src\/([^/]+)\/[^/]/.exec(file)?.[1]
  if (page !== undefined) return mentioning(sources, new RegExp(`['\`]/${page}\\b`), /^web\/tests\//)
  if (/\.(tsx?|js)$/.test(file)) return []
  return mentioning(sources, new RegExp(`['\`/]${escaped(posix.basename(file))}['\`]`), /\.(tsx?|js)$/)
}

const checksOfMigrations = ['service/platform/database/migrate.test.ts', 'service/testing/migration-rules.test.ts']

function readersOfTables(sql: string, sources: Sources): string[] {
  const tables = new Set(
    [...sql.matchAll(/\b(?:table(?: if not exists)?|on|into|update)\s+([a-z_]+)/g)].map(([, name]) => name),
  )
  const ofTable = new RegExp(`\\b(${[...tables].join('|')})\\b`)
  return [...checksOfMigrations, ...mentioning(sources, ofTable, /-store\.ts$/)]
}

const mentioning = ({ files, read }: Sources, text: RegExp, kind: RegExp) =>
  files.filter((file) => kind.test(file) && text.test(read(file)))

const escaped = (text: string) => text.replaceAll(/[.\\+*?^$()[\]{}|-]/g, '\\$&')

export interface Chosen {
  tests: string[]
  leftOut: string[]
}

/** As many of the nearest tests as take this long; always the first. */
export function chooseWithin(seconds: number, tests: readonly string[], secondsOf: (test: string) => number): Chosen {
  let spent = 0
  const isChosen = tests.map((test, index) => {
    if (index > 0 && spent + secondsOf(test) > seconds) return false
    spent += secondsOf(test)
    return true
  })
  return { tests: tests.filter((_, index) => isChosen[index]), leftOut: tests.filter((_, index) => !isChosen[index]) }
}
