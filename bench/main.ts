/**
 * The fleet benchmark. Prints a report and writes that of a full run to bench/RESULTS.md.
 * Run: npm run bench [-- --quick] [-- --only api|updates|vulnerabilities|rollouts|sync|moving-in|monitors|alerts|start|storage|screenshots|dashboard]
 * A million sites: npm run bench -- --million [--sites 1000000] [--reuse]
 * The last results beside earlier ones: npm run bench -- --compare <before> [<after>], each a file, commit or tag; exits with 1
 * when a figure is more than 15 % worse.
 */
import { parseArgs } from 'node:util'
import { compareFigures, readOwnResults, readResults } from './compare/compare.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    million: { type: 'boolean', default: false },
    sites: { type: 'string', default: '1000000' },
    reuse: { type: 'boolean', default: false },
    compare: { type: 'string' },
  },
})

function compare(before: string, after: string | undefined): void {
  const { lines, regressions } = compareFigures(readResults(before), after ? readResults(after) : readOwnResults())
  for (const line of lines) console.log(line)
  console.log(`\nFigures that are more than 15 % worse: ${regressions.length}.`)
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
