import { writeFile } from 'node:fs/promises'
import { features } from '../catalogue.ts'
import { readProject } from './architecture/architecture-rules.ts'
import { analysePattern, isLinear } from './patterns/analyse-pattern.ts'
import { addInputPatterns, findPatterns } from './patterns/find-patterns.ts'
import { patternExceptions } from './patterns/pattern-exceptions.ts'
import { type PatternResults, readResults, resultsFile, slowPatterns } from './patterns/pattern-rules.ts'

// A step of `npm run check`: no regular expression takes more than linear time.
// `--write` analyses new patterns (with `--all`: all of them) and writes results.json; `--list` prints them.
const sources = await readProject()
if (process.argv.includes('--write')) await writeResults()
if (process.argv.includes('--list')) listResults()
const violations = slowPatterns(sources, features, readResults(), patternExceptions)
if (violations.length > 0) {
  console.error(violations.join('\n'))
  process.exitCode = 1
}

function allPatterns() {
  const search = findPatterns(sources)
  addInputPatterns(search, features)
  return [...search.patterns].sort(([one], [other]) => (one < other ? -1 : 1))
}

async function writeResults(): Promise<void> {
  const known = process.argv.includes('--all') ? {} : readResults()
  const results: PatternResults = {}
  for (const [key, { source, flags }] of allPatterns()) results[key] = known[key] ?? analysePattern(source, flags)
  await writeFile(resultsFile, `${JSON.stringify(results, null, 2)}\n`)
}

function listResults(): void {
  const results = readResults()
  const patterns = allPatterns()
  for (const [key, { locations }] of patterns) console.log(`${results[key]}\t${key}\t${locations.join(' ')}`)
  const slow = patterns.filter(([key]) => !isLinear(results[key] ?? ''))
  console.log(`${patterns.length} patterns, ${slow.length} not linear`)
}
