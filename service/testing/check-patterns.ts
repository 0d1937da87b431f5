import { writeFile } from 'node:fs/promises'
import { features } from '../catalogue.ts'
import { readProject } from './architecture/architecture-rules.ts'
import { addInputPatterns, findPatterns } from './patterns/find-patterns.ts'
import { isLinear, judgePattern } from './patterns/judge-pattern.ts'
import { patternExceptions } from './patterns/pattern-exceptions.ts'
import { readVerdicts, slowPatterns, type Verdicts, verdictsFile } from './patterns/pattern-rules.ts'

// A step of `npm run check`: no regular expression takes more than linear time.
// `--write` judges the patterns that are new (with `--all`: all of them) and writes verdicts.json; `--list` prints them.
const sources = await readProject()
if (process.argv.includes('--write')) await writeVerdicts()
if (process.argv.includes('--list')) listVerdicts()
const breaches = slowPatterns(sources, features, readVerdicts(), patternExceptions)
if (breaches.length > 0) {
  console.error(breaches.join('\n'))
  process.exitCode = 1
}

function allPatterns() {
  const search = findPatterns(sources)
  addInputPatterns(search, features)
  return [...search.patterns].sort(([one], [other]) => (one < other ? -1 : 1))
}

async function writeVerdicts(): Promise<void> {
  const known = process.argv.includes('--all') ? {} : readVerdicts()
  const verdicts: Verdicts = {}
  for (const [key, { source, flags }] of allPatterns()) verdicts[key] = known[key] ?? judgePattern(source, flags)
  await writeFile(verdictsFile, `${JSON.stringify(verdicts, null, 2)}\n`)
}

function listVerdicts(): void {
  const verdicts = readVerdicts()
  const patterns = allPatterns()
  for (const [key, { places }] of patterns) console.log(`${verdicts[key]}\t${key}\t${places.join(' ')}`)
  const slow = patterns.filter(([key]) => !isLinear(verdicts[key] ?? ''))
  console.log(`${patterns.length} patterns, ${slow.length} not linear`)
}
