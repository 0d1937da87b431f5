/** What only a release needs is in files with this suffix: killed processes, tarballs, launching, Lighthouse, drills, commands. */
export const releaseSuffix = '.release.test.ts'

export const isReleaseTest = (file: string): boolean => file.endsWith(releaseSuffix)

/** `npm test`, `npm run test:all`, `npm run test:release` and `npm run test:quick`. */
export type Part = 'ordinary' | 'all' | 'release' | 'quick'

export interface TestOptions {
  part: Part
  /** Of the random order of files, if it was asked for. */
  seed: number | null
  /** Whether the whole part runs: then missing programs are installed. */
  isWhole: boolean
  /** Arguments of vitest. */
  args: string[]
}

const parts: Record<string, Part> = { '--all': 'all', '--release': 'release', '--quick': 'quick' }

/** `npm test -- --shuffle` runs the files in a random order, and `--seed 42` in that of an earlier run. */
export function readTestOptions(given: readonly string[], newSeed: () => number): TestOptions {
  const part = parts[given[0] ?? ''] ?? 'ordinary'
  const rest = given.slice(part === 'ordinary' ? 0 : 1)
  const at = rest.indexOf('--seed')
  const repeated = at === -1 ? null : Number(rest[at + 1])
  if (repeated !== null && !Number.isSafeInteger(repeated)) throw new Error('--seed needs a whole number.')
  const seed = repeated ?? (rest.includes('--shuffle') ? newSeed() : null)
  const others = rest.filter((arg, index) => arg !== '--shuffle' && (at === -1 || (index !== at && index !== at + 1)))
  const isWhole = others.length === 0 && part !== 'quick'
  return { part, seed, isWhole, args: [...others, ...filters(part, isWhole)] }
}

/** A part of a run names its files, also those of a release. */
function filters(part: Part, isWhole: boolean): string[] {
  if (part === 'release') return [releaseSuffix]
  return part === 'ordinary' && isWhole ? ['--exclude', `**/*${releaseSuffix}`] : []
}

/** The first lines of a whole run. */
export function describeStart({ part, seed }: TestOptions, missing: readonly string[], cache: string): string[] {
  const installs = missing.length === 0 ? 'nothing, everything is here' : missing.join(', ')
  return [
    `${titles[part]}. Two quiet cores take about ${minutes[part]}; fewer cores or other load longer.`,
    `Installs: ${installs}. Programs of Debian that single tests use are unpacked into ${cache}, once.`,
    ...(seed === null ? [] : [`The files run in a random order; --seed ${seed} repeats it.`]),
  ]
}

const titles: Record<Part, string> = {
  ordinary: 'All tests that a change needs, on real PostgreSQL, a real browser and simulated sites',
  all: 'All tests, also those that only a release needs',
  release: 'The tests that only a release needs',
  quick: 'The tests nearest to what changed',
}

const minutes: Record<Part, string> = {
  ordinary: '13 minutes',
  all: '21 minutes',
  release: '8 minutes',
  quick: 'a minute',
}

/** One of the last lines: what this run left out, and why. */
export function describeLeftOut({ part, isWhole }: TestOptions): string | undefined {
  if (part !== 'ordinary' || !isWhole) return undefined
  return (
    'Not part of npm test: what only a release needs (killed processes, tarballs, launching, Lighthouse, drills, commands, details of pages): ' +
    'npm run test:release. Real WordPress sites: npm run test:live.'
  )
}
