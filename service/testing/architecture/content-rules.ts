import { blankTexts } from './blanks.ts'
import { importsOf, isTest, lineOf, type Sources } from './sources.ts'

interface Forbidden {
  pattern: RegExp
  advice: string
}

/** Files that may violate the rule, each with its reason. Keep it short. */
export type Exceptions = Record<string, string>

const sqlPatterns: Forbidden[] = [
  {
    pattern: /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\s*\(/g,
    advice: 'move the query into a *-store.ts of the feature',
  },
  { pattern: /\bsql(?:<[^`()]*>)?\s*`/g, advice: 'move the statement into a *-store.ts of the feature' },
  {
    pattern: /\bsql\.(raw|lit|ref|id|table|join|value)\s*\(/g,
    advice: 'move the statement into a *-store.ts of the feature',
  },
  { pattern: /\.query\s*\(/g, advice: 'move the query into a *-store.ts of the feature' },
]

const ambientNames: Forbidden[] = [
  { pattern: /\bDate\.now\s*\(/g, advice: 'take the time from the context: clock.now()' },
  { pattern: /\bnew Date\s*(?:\(\s*\)|(?![\s(]))/g, advice: 'take the time from the context: clock.now()' },
  {
    pattern: /\b(?:setTimeout|setInterval)\s*\(/g,
    advice: 'let the clock call back: clock.after(milliseconds, callback)',
  },
  {
    pattern: /\bMath\.random\s*\(/g,
    advice: 'take randomness from node:crypto through a parameter, so that tests can set it',
  },
  { pattern: /\bprocess\.env\b/g, advice: 'read the environment in platform/config.ts and pass the value in' },
]

const hiddenStates: Forbidden[] = [
  {
    pattern: /\bnew Weak(?:Map|Set|Ref)\b/g,
    advice: 'make it a member of the object, or of the context (FeatureState in operation/context.ts)',
  },
  {
    pattern: /^(?:export )?let\b/gm,
    advice: 'two services in one process would share it: make it a member of the context',
  },
  {
    pattern: /^(?:export )?const \w+(?:: [^=\n]{1,200})? = new (?:(?:Map|Set)(?:<[^\n()]{1,200}>)?\(\)|LRUCache\b)/gm,
    advice: 'two services in one process would share it: make it a member of the context',
  },
]

const ioModules =
  /^(node:)?(https?|http2|net|tls|dgram|dns|fs|child_process|os|process)(\/|$)|^(undici|fastify|@fastify\/.+|pg|pg-boss)$/

const isDomainCode = (path: string) => /^service\/(domain|operation)\//.test(path) && !isTest(path)
const mustNotUseSql = (path: string) =>
  (isDomainCode(path) || /^service\/(surfaces|platform\/(?!database\/|queue\/))/.test(path)) && !isTest(path)

/** SQL lives in `*-store.ts`. */
export function sqlOutsideStores(sources: Sources, exceptions: Exceptions = {}): string[] {
  return findForbidden(
    sources,
    sqlPatterns,
    (path) => mustNotUseSql(path) && !path.endsWith('-store.ts') && !(path in exceptions),
  )
}

/** The words of a statement, to tell it from other texts with a dollar and a number. */
const statementWords = /\b(select|insert into|update|delete from|where|limit|values)\b/i

/**
 * Outside platform/database, a query is a builder query or a `sql` fragment: these number their values themselves. The queue
 * runs statements of its own library.
 */
export function handWrittenQueries(sources: Sources, exceptions: Exceptions = {}): string[] {
  const applies = (path: string) =>
    path.startsWith('service/') &&
    !path.startsWith('service/platform/database/') &&
    !isTest(path) &&
    !(path in exceptions)
  const numbered = [...sources]
    .filter(([path]) => applies(path))
    .flatMap(([path, text]) =>
      [...text.matchAll(/\$(?:\d|\$\{)/g)]
        .filter(({ index }) => {
          const line = text.slice(text.lastIndexOf('\n', index) + 1, text.indexOf('\n', index) >>> 0)
          return !/\.replace(?:All)?\(/.test(line) && statementWords.test(text.slice(Math.max(0, index - 300), index))
        })
        .map(
          ({ index }) =>
            `${path}:${lineOf(text, index)} counts the values of a statement by hand: write it with sql\`…\`, which numbers them.`,
        ),
    )
  const direct = findForbidden(
    sources,
    [
      {
        pattern: /\b(?:pool|client)\.(?:query|connect)\s*[(<]/g,
        advice: 'use the query builder, or queryRows with a sql fragment',
      },
      { pattern: /\bCompiledQuery\b/g, advice: 'use a sql fragment' },
    ],
    applies,
  )
  return [...numbered, ...direct]
}

/** A connection without time limits can wait for ever. */
export function connectionsWithoutLimits(sources: Sources): string[] {
  return [...sources]
    .filter(([path]) => path.startsWith('service/') && !isTest(path))
    .filter(([path, text]) => {
      const imports = importsOf(path, text)
      const usesDriver = imports.some(({ target, typeOnly }) => /^(pg|pg-boss)$/.test(target) && !typeOnly)
      const opens = /\bnew (?:Pool|Client|PgBoss)\s*\(/.test(blankTexts(text))
      return usesDriver && opens && !/TimeLimits\b/.test(blankTexts(text))
    })
    .map(([path]) => `${path} opens a connection without limits: pass those of platform/database/time-limits.ts.`)
}

/** Time, randomness and environment come through the context or the platform. */
export function ambientAccess(sources: Sources, exceptions: Exceptions = {}): string[] {
  return findForbidden(sources, ambientNames, (path) => isDomainCode(path) && !(path in exceptions))
}

/** State has an owner: the context, or the object that it belongs to. */
export function hiddenState(sources: Sources, exceptions: Exceptions = {}): string[] {
  const isOwnCode = (path: string) => /^service\/(?!testing\/|.*\/testing\/)/.test(path) && !isTest(path)
  return findForbidden(sources, hiddenStates, (path) => isOwnCode(path) && !(path in exceptions))
}

/** Network, files and processes are passed in through the context or the platform; features do not use HTTP types. */
export function directIo(sources: Sources, exceptions: Exceptions = {}): string[] {
  return [...sources]
    .filter(([path]) => isDomainCode(path) && !(path in exceptions))
    .flatMap(([path, text]) =>
      importsOf(path, text)
        .filter(({ target, own, typeOnly }) => !own && !typeOnly && ioModules.test(target))
        .map(({ target }) => `${path} imports ${target}: use the platform through the context.`),
    )
}

/** All lock numbers are in one list, so that two parts of the service never share one by accident. */
export function lockNumbers(sources: Sources, numbers: Record<string, number>): string[] {
  const shared = Object.entries(numbers)
    .filter(([, number], index) => Object.values(numbers).indexOf(number) !== index)
    .map(([name, number]) => `advisoryLocks.${name} is ${number}, which another lock has: choose a new number.`)
  const elsewhere = [...sources]
    .filter(([path]) => /^service\/.*(?<!advisory-locks)\.ts$/.test(path) && !isTest(path))
    .flatMap(([path, text]) =>
      [...text.matchAll(/advisory_(?:xact_)?(?:un)?lock(?:_shared)?\s*\(\s*\d|\b870_?0\d\d\b/g)].map(
        ({ index }) => `${path}:${lineOf(text, index)} has the number of a lock: use advisoryLocks.`,
      ),
    )
  return [...shared, ...elsewhere]
}

function findForbidden(sources: Sources, forbidden: Forbidden[], applies: (path: string) => boolean): string[] {
  return [...sources]
    .filter(([path]) => applies(path))
    .flatMap(([path, text]) => {
      const code = blankTexts(text)
      return forbidden.flatMap(({ pattern, advice }) =>
        [...code.matchAll(pattern)].map(
          (match) => `${path}:${lineOf(code, match.index)} has ${match[0].trim().replace(/\s*\($/, '')}: ${advice}.`,
        ),
      )
    })
}
