// `npm run mutants`: makes one defect after the other in a copy of the sources and counts those that tests notice.
// `npm run mutants -- lifecycle` takes only the files with that text in their path. A whole run takes an hour on two cores.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Sources } from '../import-graph.ts'
import { isReleaseTest } from '../parts.ts'
import { chooseTests, readSources } from '../quick.ts'
import { type Mutant, mutants } from './mutants.ts'

const root = join(import.meta.dirname, '../../..')
// Not below node_modules: Node runs no TypeScript there.
const copy = mkdtempSync(join(tmpdir(), 'flotilla-mutants-'))
const neededShare = 0.9
/** These notice most, so the others need not run. */
const nearest = 2

const [part = ''] = process.argv.slice(2)
const sources = readSources()
// Those of the whole catalogue run for what the nearest tests did not notice.
const catalogue = sources.files.filter((file) => /^service\/[^/]+\.test\.ts$/.test(file) && !isReleaseTest(file))
const chosen = mutants.filter(({ file }) => file.includes(part))

/** Test files that pass without a change. */
const passing = new Set<string>()

createCopy(sources)
try {
  const caught = await runAll(chosen)
  console.log(`${caught} of ${chosen.length} caught (${Math.round((100 * caught) / chosen.length)} %).`)
  if (caught < neededShare * chosen.length) process.exitCode = 1
} finally {
  rmSync(copy, { recursive: true, force: true })
}

async function runAll(all: readonly Mutant[]): Promise<number> {
  let caught = 0
  for (const mutant of all) if (await isCaught(mutant, chooseTests([mutant.file], sources).tests)) caught++
  return caught
}

/** A test that fails anyway notices nothing. */
async function requirePassing(failure: string): Promise<void> {
  const file = /^\S+\.test\.ts/.exec(failure)?.[0]
  if (!file) throw new Error(`It is not known which test failed: ${failure}`)
  if (passing.has(file)) return
  const before = await firstFailure([file])
  if (before) throw new Error(`A test fails without a change: ${before}`)
  passing.add(file)
}

async function isCaught({ file, from, to }: Mutant, tests: readonly string[]): Promise<boolean> {
  const path = join(copy, file)
  const text = sources.read(file)
  writeFileSync(
    path,
    text.replace(from, () => to),
  )
  try {
    const failure = await firstFailureIn([tests.slice(0, nearest), tests.slice(nearest), catalogue])
    console.log(
      `${failure ? 'caught  ' : 'SURVIVED'}  ${file}: ${from} → ${to || 'nothing'}${failure ? ` (${failure})` : ''}`,
    )
    if (!failure) return false
    writeFileSync(path, text)
    await requirePassing(failure)
    return true
  } finally {
    writeFileSync(path, text)
  }
}

async function firstFailureIn(stages: readonly (readonly string[])[]): Promise<string | undefined> {
  for (const tests of stages) {
    const failure = tests.length === 0 ? undefined : await firstFailure(tests)
    if (failure) return failure
  }
  return undefined
}

/** Its name; undefined if all tests pass. */
function firstFailure(tests: readonly string[]): Promise<string | undefined> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--bail=1', '--reporter=default', '--cache=false', ...tests]
  const environment = { ...process.env, NO_COLOR: '1', TESTS_LEFT_OUT: '' }
  const child = spawn(process.execPath, args, { cwd: copy, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  return new Promise((resolve, reject) => {
    child.on('close', (code, signal) => {
      // Ended from outside: that says nothing about the tests.
      if (signal) return reject(new Error(`The tests were ended by ${signal}.`))
      const [, name = output.trim().split('\n').at(-1)] = /^ FAIL {2}(.+)$/m.exec(output) ?? []
      resolve(code === 0 ? undefined : name)
    })
  })
}

/** The sources as they are now, also what is not committed, with the installed packages. */
function createCopy({ files }: Sources): void {
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  for (const folder of ['node_modules', 'scripts/node/node_modules'])
    if (existsSync(join(root, folder))) symlinkSync(join(root, folder), join(copy, folder))
}
