import { posix } from 'node:path'
import { blankTexts } from './blanks.ts'
import type { Exceptions } from './content-rules.ts'
import { isTest, type Sources } from './sources.ts'

const operationLimit = 90
const fileLimit = 350
const forbiddenNames = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'manager', 'base']

const isOperationFile = (path: string) => /^service\/domain\/[^/]+\/operations\/[^/]+\.ts$/.test(path)

/** A file has one subject: operations up to 90 lines, others up to 350; imports do not count, tests may be long. */
export function longFiles(sources: Sources, exceptions: Exceptions = {}): string[] {
  return [...sources].flatMap(([path, text]) => {
    if (isTest(path) || path.startsWith('contract/') || path in exceptions) return []
    const limit = isOperationFile(path) ? operationLimit : fileLimit
    const lines = countLines(text)
    return lines > limit ? [`${path} has ${lines} lines without imports (limit ${limit}): split it by subject.`] : []
  })
}

/** Lines of a file without its import statements and the blank lines around them. */
function countLines(text: string): number {
  const rest = text
    .replace(/^(?:import|export)\b[^'"`;()=]*?\bfrom\s*'[^'\n]*'\s*$/gm, '')
    .replace(/^import '[^'\n]*'\s*$/gm, '')
  return rest.trim() === '' ? 0 : rest.trim().split('\n').length
}

/** File names describe the content. */
export function vagueNames(sources: Sources): string[] {
  return [...sources.keys()].flatMap((path) => {
    const names = path.split('/').map((name) => name.replace(/\..*$/, ''))
    const empty = names.find(
      (name) =>
        forbiddenNames.includes(name) ||
        forbiddenNames.some((each) => each !== 'base' && name.split('-').includes(each)),
    )
    return empty ? [`${path}: "${empty}" does not say what is inside; name it after its subject.`] : []
  })
}

/** Every operation has its test next to it. */
export function untestedOperations(sources: Sources): string[] {
  return [...sources.keys()]
    .filter((path) => isOperationFile(path) && !isTest(path))
    .filter((path) => !sources.has(path.replace(/\.ts$/, '.test.ts')))
    .map((path) => `${path} has no test beside it: write ${posix.basename(path, '.ts')}.test.ts.`)
}

/** The file has the name of the operation: one search finds both. */
export function misnamedOperations(
  sources: Sources,
  features: readonly { name: string; operations: readonly { name: string }[] }[],
  families: Exceptions = {},
): string[] {
  const files = [...sources.keys()].filter((path) => isOperationFile(path) && !isTest(path))
  const expected = features.flatMap((feature) =>
    feature.operations.map(({ name }) => ({ name, path: `service/domain/${feature.name}/operations/${name}.ts` })),
  )
  const inFamily = (path: string) =>
    Object.keys(families).some((family) => posix.dirname(family) === posix.dirname(path))
  const without = expected
    .filter(({ path }) => !sources.has(path) && !inFamily(path))
    .map(({ name, path }) => `The operation ${name} has no file ${path}: name the file after the operation.`)
  const alone = files
    .filter((path) => !(path in families) && !expected.some((each) => each.path === path))
    .map(
      (path) =>
        `${path} holds no operation of that name that its feature lists: name both alike and add it to index.ts.`,
    )
  return [...without, ...alone]
}

const exportedName = /^export (?:async )?(?:function\*?|const|let|class|interface|type|enum) +([A-Za-z_$][\w$]*)/gm

/** Names that a caller of several files expects in each of them. */
const sharedNames: Record<string, RegExp> = {
  // The routes of a feature; the catalogue collects them.
  addresses: /^service\/(domain\/[^/]+\/rest|catalogue)\.ts$/,
  // The commands of the command line.
  run: /^service\/commands\/[^/]+\.ts$/,
  // Vitest's global setup.
  setup: /^service\/testing\/[^/]+\.ts$/,
}

/** An exported name means one thing: a search finds one definition. Re-exports are not definitions. */
export function repeatedExports(sources: Sources): string[] {
  const definedIn = new Map<string, Set<string>>()
  for (const [path, text] of sources) {
    if (!path.startsWith('service/') || path.endsWith('.test.ts')) continue
    for (const [, name] of blankTexts(text).matchAll(exportedName)) {
      if (!sharedNames[name!]?.test(path)) definedIn.set(name!, (definedIn.get(name!) ?? new Set()).add(path))
    }
  }
  return [...definedIn]
    .filter(([, paths]) => paths.size > 1)
    .map(
      ([name, paths]) =>
        `${name} is defined in ${[...paths].join(' and ')}: share one, or name each after its subject.`,
    )
}
