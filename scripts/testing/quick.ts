import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sources } from './import-graph.ts'
import { type Chosen, chooseWithin, selectTests } from './select-tests.ts'

const root = join(import.meta.dirname, '../..')
const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter((line) => line !== '')

/** The files of this clone, as they are now. */
export function readSources(): Sources {
  const files = git('ls-files', '--cached', '--others', '--exclude-standard').filter((file) =>
    existsSync(join(root, file)),
  )
  const texts = new Map<string, string>()
  const read = (file: string) => {
    const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8')
    texts.set(file, text)
    return text
  }
  return { files, read }
}

/** Since the branch left the main one, with what is not committed. */
export function readChanged(): { since: string; files: string[] } {
  const since = mergeBase()
  return { since, files: [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')] }
}

function mergeBase(): string {
  for (const branch of ['@{upstream}', 'origin/HEAD', 'origin/main', 'origin/master', 'main', 'master']) {
    try {
      return git('merge-base', 'HEAD', branch)[0]!
    } catch {
      // There is no such branch in this clone.
    }
  }
  return 'HEAD'
}

/** Two files run at the same time, and the rest of the minute is for starting PostgreSQL. */
const budgetSeconds = 80

/** The nearest tests that two cores run in a minute. */
export function chooseTests(changed: readonly string[], sources = readSources()): Chosen {
  return chooseWithin(budgetSeconds, selectTests(changed, sources), readDurations())
}

/** From the last runs in this clone; where a test did not run yet, what its kind usually takes. */
function readDurations(): (test: string) => number {
  const [path] = globSync('node_modules/.vite/vitest/*/results.json', { cwd: root })
  type Results = { projects: Record<string, { files: Record<string, { duration: number }> }> }
  const results = path && (JSON.parse(readFileSync(join(root, path), 'utf8')) as Results)
  const files = results ? (results.projects['']?.files ?? {}) : {}
  return (test) => (files[test] ? files[test].duration / 1000 : test.startsWith('web/tests/') ? 20 : 1.5)
}
