import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { splitResults } from '../report.ts'
import { compareFigures } from './compare.ts'
import { readFigures } from './figures.ts'
import { mediansOf } from './turns.ts'

const report = ({ share = 20, p50 = 30, machine = '2 × A, 24 GiB, Node v24' } = {}) => `# Results on this machine

- machine: ${machine}, load 1.5 before
- command: \`npm run bench\`
- code: ee5c33d

## API at 1,000 sites
| question | requests per CPU second | of a bare route with the same bytes | p50 ms | p95 ms |
|---|---|---|---|---|
| list by tag | 2,807 | ${share} % | ${p50} | 90 |
| get one | 3465 | 24 % | 1.2 | 1.6 |

## Growth of the cost of a request from 100 to 100,000 sites
- list by tag: × 1.27

## Start and memory
- warm starts to ready, with 10,000 sites: 2292, 2322 ms; median 2333 ms
- processor time until ready: median 3100 ms
- memory of the service when ready: 184 MB empty, 189 MB with 10,000 sites
`

it('reads the figures of tables and sentences', () => {
  const { machine, code, figures } = readFigures(report())
  expect({ machine, code }).toEqual({ machine: '2 × A, 24 GiB, Node v24', code: 'ee5c33d' })
  const api = 'API at 1,000 sites: list by tag'
  expect(figures[`${api}, requests per CPU second`]).toMatchObject({ value: 2807, better: 'higher', isShare: false })
  expect(figures[`${api}, of a bare route with the same bytes`]).toMatchObject({ value: 20, unit: '%', isShare: true })
  expect(figures[`${api}, p50 ms`]).toMatchObject({ value: 30, better: 'lower', isJudged: true })
  expect(figures['API at 1,000 sites: get one, p50 ms']).toMatchObject({ value: 1.2, isJudged: false })
  const growth = 'Growth of the cost of a request from 100 to 100,000 sites: list by tag, growth of the cost'
  expect(figures[growth]).toMatchObject({ value: 1.27, better: 'lower' })
  expect(figures['Start and memory: warm start, median']).toMatchObject({ value: 2333, unit: 'ms' })
  expect(figures['Start and memory: processor time of a start']).toMatchObject({ value: 3100, unit: 'ms' })
  expect(figures['Start and memory: memory, empty']).toMatchObject({ value: 184, unit: 'MB' })
})

it('finds what became more than 15 % worse, in both directions of better', () => {
  const before = readFigures(report())
  expect(compareFigures(before, readFigures(report({ share: 18, p50: 34 }))).regressions).toEqual([])
  const { regressions, lines } = compareFigures(before, readFigures(report({ share: 16, p50: 36 })))
  expect(regressions).toEqual([
    'API at 1,000 sites: list by tag, of a bare route with the same bytes',
    'API at 1,000 sites: list by tag, p50 ms',
  ])
  expect(lines).toContain('| API at 1,000 sites: list by tag, p50 ms | 30 | 36 | -20 % | **regression** |')
  expect(compareFigures(readFigures(report({ share: 16, p50: 36 })), before).regressions).toEqual([])
})

it('compares medians of several runs with the given limit, throughput included', () => {
  const rollouts = (steps: number) =>
    readFigures(`## Rollouts\n| what | steps per minute |\n|---|---|\n| a rollout | ${steps} |\n`)
  const before = mediansOf([rollouts(1_000), rollouts(400), rollouts(990)])
  const figure = 'Rollouts: a rollout, steps per minute'
  expect(before.figures[figure]).toMatchObject({ value: 990, isJudged: true })
  const after = mediansOf([rollouts(930), rollouts(935), rollouts(2_000)])
  expect(compareFigures(before, after, 0.05).regressions).toEqual([figure])
  expect(compareFigures(before, after, 0.06).regressions).toEqual([])
  // Without a median it varies too much.
  expect(compareFigures(rollouts(990), rollouts(500)).regressions).toEqual([])
})

it('judges only shares when the machines differ', () => {
  const other = readFigures(report({ share: 16, p50: 90, machine: '8 × B, 64 GiB, Node v24' }))
  const { regressions } = compareFigures(readFigures(report()), other)
  expect(regressions).toEqual(['API at 1,000 sites: list by tag, of a bare route with the same bytes'])
})

it('keeps the sections of the results apart', () => {
  const text = `${report()}\n## A million sites\n\nlarge\n\n## Fault drills\n\nkilled\n`
  const { benchmark, million, drills } = splitResults(text)
  expect(benchmark).toBe(report())
  expect([million, drills].map((part) => part.trim().split('\n').at(-1))).toEqual(['large', 'killed'])
  expect(splitResults(report())).toEqual({ benchmark: report(), million: '', drills: '' })
})

it('npm run bench -- --compare fails on a regression and on a source without results, and reads commits', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flotilla-compare-'))
  const [before, worse] = [join(folder, 'before.md'), join(folder, 'worse.md')]
  await writeFile(before, report())
  await writeFile(worse, report({ p50: 36 }))
  const compare = (...sources: string[]) => {
    const main = join(import.meta.dirname, '..', 'main.ts')
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, '--compare', ...sources], {
      encoding: 'utf8',
    })
    return { status, lastLine: (stdout + stderr).trim().split('\n').at(-1) }
  }
  try {
    expect(compare(before, worse)).toEqual({ status: 1, lastLine: 'Figures that are more than 15 % worse: 1.' })
    expect(compare(worse, before)).toEqual({ status: 0, lastLine: 'Figures that are more than 15 % worse: 0.' })
    expect(compare('HEAD', 'HEAD')).toEqual({ status: 0, lastLine: 'Figures that are more than 15 % worse: 0.' })
    expect(compare('no-such-tag')).toMatchObject({ status: 1, lastLine: expect.stringContaining('no-such-tag') })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
