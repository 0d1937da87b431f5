/**
 * The fleet benchmark. Prints a report and writes that of a full run to bench/RESULTS.md.
 * Run: npm run bench [-- --quick] [-- --only api|updates|vulnerabilities|rollouts|sync|moving-in|monitors|alerts|start|storage|screenshots|dashboard]
 * A million sites: npm run bench -- --million [--sites 1000000] [--reuse]
 * The last results beside earlier ones: npm run bench -- --compare <before> [<after>], each a file, commit or tag; exits with 1
 * when a figure is more than 15 % worse (--allowed 0.15).
 * Measured now: npm run bench -- --compare <folder of another checkout> --only sync,rollouts [--runs 3] [--allowed 0.05] [--quick]
 * runs both in turns and compares the medians, throughput included.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { compareFigures, readOwnResults, readResults, usuallyAllowed } from './compare/compare.ts'
import type { Figures } from './compare/figures.ts'
import { measureInTurns } from './compare/turns.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    million: { type: 'boolean', default: false },
    sites: { type: 'string', default: '1000000' },
    reuse: { type: 'boolean', default: false },
    compare: { type: 'string' },
    allowed: { type: 'string', default: String(usuallyAllowed) },
    runs: { type: 'string', default: '3' },
  },
})

function readBoth(before: string, after: string | undefined): { before: Figures; after: Figures } {
  if (!existsSync(join(before, 'package.json')))
    return { before: readResults(before), after: after ? readResults(after) : readOwnResults() }
  const { only, quick, runs } = values
  if (only === undefined) throw new Error('Name the parts to measure: --only sync,rollouts')
  const here = fileURLToPath(new URL('..', import.meta.url))
  return measureInTurns({ before, after: here, runs: Number(runs), parts: only.split(','), quick }, console.log)
}

function compare(before: string, after: string | undefined): void {
  const allowed = Number(values.allowed)
  if (!(allowed > 0 && allowed < 1)) throw new Error('--allowed must be a share between 0 and 1, such as 0.05.')
  const measured = readBoth(before, after)
  const { lines, regressions } = compareFigures(measured.before, measured.after, allowed)
  for (const line of lines) console.log(line)
  console.log(`\nFigures that are more than ${allowed * 100} % worse: ${regressions.length}.`)
  process.exitCode = regressions.length === 0 ? 0 : 1
}

try {
  if (positionals.length > (values.compare === undefined ? 0 : 1))
    throw new Error(`“${positionals.at(-1)}” is not understood.`)
  if (values.compare !== undefined) compare(values.compare, positionals[0])
  else {
    // A comparison does not need the service, which takes seconds to load.
    const { runMillion, runParts } = await import('./parts.ts')
    if (values.million) await runMillion({ sites: Number(values.sites), reuse: values.reuse })
    else await runParts(values)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
