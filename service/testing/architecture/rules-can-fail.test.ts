import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { translations } from '../../../web/compile-texts.ts'
import { batch, route } from '../../operation/address.ts'
import type { Feature } from '../../operation/feature.ts'
import { languages } from '../../operation/language.ts'
import { type Operation, operation } from '../../operation/operation.ts'
import { blankTexts } from './blanks.ts'
import { castsWithoutReason } from './cast-rules.ts'
import * as catalogue from './catalogue-rules.ts'
import {
  ambientAccess,
  connectionsWithoutLimits,
  directIo,
  handWrittenQueries,
  hiddenState,
  lockNumbers,
  sqlOutsideStores,
} from './content-rules.ts'
import { longFiles, misnamedOperations, repeatedExports, untestedOperations, vagueNames } from './file-rules.ts'
import { brokenImports, featureCycles, fileCircles, forbiddenImports, testCodeInProduction } from './import-rules.ts'
import { unlimitedInputs } from './input-limit-rules.ts'
import { importsOf } from './sources.ts'
import {
  formatsInOtherLanguage,
  missingTranslations,
  textsOutsideCatalogue,
  wrongTexts,
  wrongTranslations,
} from './text-rules.ts'
import { oldWordsIn } from './word-rules.ts'

/** Each rule is tested with one violation and one correct example. */
const files = (record: Record<string, string>) => new Map(Object.entries(record))

describe('imports', () => {
  it.each([
    ['service/platform/log.ts', '../operation/errors.ts', 'the platform imports nothing else of the service'],
    ['service/operation/run.ts', '../domain/sites/index.ts', 'operation/ knows no feature'],
    ['service/operation/run.ts', '../surfaces/surface.ts', 'operation/ knows no feature and no surface'],
    ['service/domain/sites/site.ts', '../clients/client-store.ts', 'index.ts of other features'],
    ['service/domain/sites/site.ts', '../../surfaces/surface.ts', 'a feature may import operation/'],
    ['service/domain/sites/site.ts', '../../app.ts', 'a feature may import operation/'],
    ['service/surfaces/rest/rest.ts', '../../domain/sites/index.ts', 'surfaces know no feature'],
    ['service/surfaces/rest/rest.ts', '../../platform/log.ts', 'surfaces know no feature'],
    ['service/surfaces/rest/rest.test.ts', '../../domain/sites/site-store.ts', 'surfaces know no feature'],
    ['simulator/site.ts', '../service/platform/clock.ts', 'the simulator is independent'],
    ['web/src/api.ts', '../../service/operation/errors.ts', 'imports only contract/'],
    ['cli/main.ts', '../service/catalogue.ts', 'imports only contract/'],
    ['contract/client.ts', '../service/app.ts', 'generated files import nothing'],
  ])('%s must not import %s', (path, target, advice) => {
    const [breach, ...others] = forbiddenImports(files({ [path]: `import { x } from '${target}'` }))
    expect(breach).toContain(path)
    expect(breach).toContain(advice)
    expect(others).toEqual([])
  })

  it.each([
    ['service/platform/queue/queue.ts', '../log.ts'],
    ['service/operation/context.ts', '../platform/log.ts'],
    ['service/domain/sites/site.ts', '../clients/index.ts'],
    ['service/domain/sites/operations/add-site.ts', '../site-store.ts'],
    ['service/domain/sites/operations/add-site.test.ts', '../../../testing/test-service.ts'],
    ['service/surfaces/rest/rest.ts', '../http/server.ts'],
    ['service/app.ts', './domain/sites/site-store.ts'],
    ['service/contract/generate.ts', '../catalogue.ts'],
    ['web/src/api.ts', '../../contract/client.ts'],
    ['service/platform/database/migrate.ts', '../../version.ts'],
    ['service/surfaces/http/health.ts', '../../version.ts'],
  ])('%s may import %s', (path, target) => {
    expect(forbiddenImports(files({ [path]: `import { x } from '${target}'` }))).toEqual([])
  })

  it('surfaces may import types of the platform, but no values', () => {
    const surface = (clause: string) => files({ 'service/surfaces/a.ts': `import ${clause} from '../platform/log.ts'` })
    expect(forbiddenImports(surface('type { Logger }'))).toEqual([])
    expect(forbiddenImports(surface('{ type Logger, type Level }'))).toEqual([])
    expect(forbiddenImports(surface('{ type Logger, createLog }'))).toHaveLength(1)
  })

  it('detects every form of import, and none in comments and texts', () => {
    const text = `import a from './a.ts'\nimport {\n  b,\n} from "./b.ts"\nexport * from './c.ts'\nimport './d.ts'
      const e = await import('./e.ts')\ndeclare module './f.ts' {}\n// import g from './g.ts'\nconst h = "import h from './h.ts'"
      const i = \`import i from './i.ts' \${await import('./j.ts')}\``
    expect(
      importsOf('x.ts', text)
        .map(({ target }) => target)
        .sort(),
    ).toEqual(['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts', 'f.ts', 'j.ts'])
  })

  it('finds cycles of features of any length and reports each once', () => {
    const needs = (name: string) => `import { x } from '../${name}/index.ts'`
    const circle = files({
      'service/domain/a/a.ts': needs('b'),
      'service/domain/b/b.ts': needs('c'),
      'service/domain/c/c.ts': needs('a'),
      'service/domain/d/d.ts': needs('a'),
    })
    const cycles = featureCycles(circle)
    expect(cycles).toHaveLength(1)
    expect(cycles[0]).toContain('service/domain/a → service/domain/b → service/domain/c → service/domain/a')
    expect(featureCycles(files({ 'service/domain/a/a.ts': needs('b'), 'service/domain/b/b.ts': needs('c') }))).toEqual(
      [],
    )
  })

  it('finds circles of files, type imports included', () => {
    const circle = {
      'service/operation/a.ts': "import { b } from './b.ts'",
      'service/operation/b.ts': "import type { C } from './c.ts'",
      'service/operation/c.ts': "import { a } from './a.ts'",
      'service/operation/d.ts': "import { a } from './a.ts'",
    }
    expect(fileCircles(files(circle))).toEqual([
      'service/operation/a.ts → service/operation/b.ts → service/operation/c.ts → service/operation/a.ts: move what both need to a file of its own.',
    ])
    expect(fileCircles(files({ ...circle, 'service/operation/c.ts': '' }))).toEqual([])
    const folders = ['service/domain/sites', 'service/commands/demo', 'service/testing', 'service']
    const pair = (folder: string) => ({
      [`${folder}/a.ts`]: "import './b.ts'",
      [`${folder}/b.ts`]: "import type { A } from './a.ts'",
    })
    expect(folders.map((folder) => fileCircles(files(pair(folder))).length)).toEqual([1, 1, 1, 1])
  })

  it('production code must not import test code', () => {
    const text = `import { FakeClock } from './testing/fake-clock.ts'`
    expect(testCodeInProduction(files({ 'service/app.ts': text }))).toHaveLength(1)
    expect(testCodeInProduction(files({ 'service/app.test.ts': text }))).toEqual([])
  })

  it('an import names an existing file with its extension', () => {
    const there = { 'service/b.ts': '' }
    expect(brokenImports(files({ ...there, 'service/a.ts': `import './b'` }))).toHaveLength(1)
    expect(brokenImports(files({ ...there, 'service/a.ts': `import './b.ts'` }))).toEqual([])
  })
})

describe('contents', () => {
  it.each([
    `db.selectFrom('sites')`,
    `trx\n  .insertInto('sites')`,
    `db.updateTable('sites')`,
    `db.deleteFrom('sites')`,
    'sql`select 1`',
    'sql<{ id: number }>`select 1`',
    `pool.query('select 1')`,
  ])('finds SQL outside a store: %s', (line) => {
    const violations = sqlOutsideStores(files({ 'service/domain/sites/site.ts': `const a = 1\n${line}` }))
    expect(violations).toHaveLength(1)
    expect(violations[0]).toMatch(/^service\/domain\/sites\/site\.ts:[23] has .*-store\.ts/)
    expect(sqlOutsideStores(files({ 'service/domain/sites/site-store.ts': line }))).toEqual([])
    expect(sqlOutsideStores(files({ 'service/domain/sites/site.test.ts': line }))).toEqual([])
    expect(sqlOutsideStores(files({ 'service/platform/queue/queue.ts': line }))).toEqual([])
    expect(
      sqlOutsideStores(files({ 'service/domain/sites/site.ts': line }), { 'service/domain/sites/site.ts': 'why' }),
    ).toEqual([])
  })

  it.each([
    "const text = 'select 1 from sites where id = $1'",
    'const text = `select 1 limit $${at}`',
    "pool.query('select 1')",
    'await db.pool.connect()',
    'CompiledQuery.raw(text)',
  ])('finds a query that is neither a builder query nor a fragment: %s', (line) => {
    expect(handWrittenQueries(files({ 'service/domain/sites/site-store.ts': line }))).toHaveLength(1)
    expect(handWrittenQueries(files({ 'service/commands/migrate.ts': line }))).toHaveLength(1)
    expect(handWrittenQueries(files({ 'service/platform/database/migrate.ts': line }))).toEqual([])
    expect(handWrittenQueries(files({ 'service/domain/sites/site-store.test.ts': line }))).toEqual([])
  })

  it('accepts builder queries, fragments and other texts with a dollar', () => {
    const text = `sql\`select 1 from sites where id = \${id}\`\ndb.selectFrom('sites')\ntext.replace(/a(b)/, '$1')`
    expect(handWrittenQueries(files({ 'service/domain/sites/site-store.ts': text }))).toEqual([])
  })

  it('finds a connection without time limits', () => {
    const opening = "import { Client } from 'pg'\nconst client = new Client(connection)"
    const limited = opening.replace('connection', '{ ...connection, ...quickReadTimeLimits }')
    expect(connectionsWithoutLimits(files({ 'service/platform/database/a.ts': opening }))).toHaveLength(1)
    expect(connectionsWithoutLimits(files({ 'service/platform/database/a.ts': limited }))).toEqual([])
    expect(connectionsWithoutLimits(files({ 'service/platform/database/a.test.ts': opening }))).toEqual([])
  })

  it('does not take words in text for SQL', () => {
    const text = '// db.selectFrom(x)\nconst message = "never call .query( here"\nconst words = `no sql here`'
    expect(sqlOutsideStores(files({ 'service/domain/sites/site.ts': text }))).toEqual([])
  })

  it.each(['Date.now()', 'new Date()', 'new Date', 'Math.random()', 'process.env.PORT', 'setTimeout(work, 5)'])(
    'time, randomness and environment are found: %s',
    (line) => {
      expect(ambientAccess(files({ 'service/operation/a.ts': line }))).toHaveLength(1)
      expect(ambientAccess(files({ 'service/platform/clock.ts': line }))).toEqual([])
    },
  )

  it('allows a date made from a value', () => {
    const text = `const a = new Date(text)\nconst b = new Date(clock.now().getTime() + 5)\n/* Date.now() */ const c: Date = a`
    expect(ambientAccess(files({ 'service/domain/a/a.ts': text }))).toEqual([])
  })

  it.each(['node:http', 'node:fs/promises', 'undici', 'fastify', 'pg', 'node:child_process'])(
    '%s belongs to the platform',
    (name) => {
      expect(directIo(files({ 'service/domain/a/a.ts': `import x from '${name}'` }))).toHaveLength(1)
      expect(directIo(files({ 'service/domain/a/a.ts': `import type { X } from '${name}'` }))).toEqual([])
      expect(directIo(files({ 'service/domain/a/a.ts': `import x from 'node:crypto'` }))).toEqual([])
    },
  )

  it.each([
    'const caches = new WeakMap<Database, Cache>()',
    'readonly #known = new WeakSet<Item>()',
    'let pending: Promise<void> | undefined',
    'export let count = 0',
    'const gates = new Map<Database, Gate>()',
    'const known: Set<string> = new Set()',
    'const totals = new LRUCache<string, number>({ max: 5 })',
  ])('hidden state is found: %s', (line) => {
    expect(hiddenState(files({ 'service/domain/a/a.ts': line }))).toHaveLength(1)
    expect(hiddenState(files({ 'service/domain/a/a.test.ts': line, 'service/testing/a.ts': line }))).toEqual([])
    expect(hiddenState(files({ 'service/domain/a/a.ts': line }), { 'service/domain/a/a.ts': 'why' })).toEqual([])
  })

  it('allows constants, and state within a function or an object', () => {
    const text = `const names = new Set(['a'])\nfunction open() {\n  let count = 0\n  const known = new Map<string, number>()\n}`
    expect(hiddenState(files({ 'service/domain/a/a.ts': text }))).toEqual([])
  })

  it('finds a lock number that two locks have', () => {
    expect(lockNumbers(files({}), { migration: 1, rules: 2 })).toEqual([])
    expect(lockNumbers(files({}), { migration: 1, rules: 1 })).toEqual([
      'advisoryLocks.rules is 1, which another lock has: choose a new number.',
    ])
  })

  it.each(['const lock = 870_089', 'sql`select pg_try_advisory_xact_lock(12) as mine`', "'pg_advisory_lock(7, $1)'"])(
    'finds a lock number outside the list: %s',
    (line) => {
      expect(lockNumbers(files({ 'service/domain/a/a-store.ts': line }), {})).toHaveLength(1)
      expect(lockNumbers(files({ 'service/platform/database/advisory-locks.ts': line }), {})).toEqual([])
    },
  )

  it.each(['const a = b as C', 'const a = b!.c', 'f(a as\n  unknown as string)'])(
    'finds a cast or "!" without a reason: %s',
    (line) => {
      expect(castsWithoutReason(files({ 'service/platform/a.ts': line }))).toHaveLength(1)
      expect(castsWithoutReason(files({ 'service/platform/a.ts': `// It is right.\n${line}` }))).toEqual([])
      expect(castsWithoutReason(files({ 'service/domain/sites/a-store.ts': line }))).toHaveLength(1)
      expect(castsWithoutReason(files({ 'simulator/a.ts': line, 'scripts/a.ts': line }))).toHaveLength(2)
      expect(castsWithoutReason(files({ 'service/platform/a.test.ts': line }))).toEqual([])
    },
  )

  it('takes neither `as const` nor an address in a text for a cast or a reason', () => {
    const text = `const a = { b: 1 } as const\nconst c = 'https://a.example/ as b!'`
    expect(castsWithoutReason(files({ 'service/platform/a.ts': text }))).toEqual([])
    const cast = `const a = 'https://a.example/'\nconst b = a as B`
    expect(castsWithoutReason(files({ 'service/platform/a.ts': cast }))).toHaveLength(1)
  })

  it.each(['const houseKey = 1', '// Nobody reads it.', "it('is told so')", 'row.told_at', 'const #lanes = []'])(
    'finds an old word in a name, a comment or a title: %s',
    (line) => {
      expect(oldWordsIn(files({ 'service/a.ts': line }))).toHaveLength(1)
    },
  )

  it('allows names that outside programs or stored data fix, and words that only contain an old one', () => {
    const text = `kind: 'nobody'\nnobodyUser\n// the user nobody\nqueue(\`lane-\${priority}\`)\nplane mushroom outdoors`
    expect(oldWordsIn(files({ 'service/a.ts': text }))).toEqual([])
  })

  it('allows in a folder that is not clean yet as many old words as it had', () => {
    const two = files({ 'service/domain/a/a.ts': '// told\n// told', 'service/domain/b/b.ts': '' })
    expect(oldWordsIn(two, { 'service/domain/a': 2 })).toEqual([])
    expect(oldWordsIn(two, { 'service/domain/a': 1 })).toHaveLength(2)
    expect(oldWordsIn(two, { 'service/domain/b': 2 })).toHaveLength(2)
  })

  it('blanks texts and comments and keeps the position of all other characters', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code in a text
    const text = 'a /* b */ "c\\"d" // e\n`f ${g + `h ${i}`} j` k.replace(/[/"\']/g, "l") / m'
    const blanked = blankTexts(text)
    expect(blanked).toHaveLength(text.length)
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code in a text
    expect(blanked.replace(/\s+/g, ' ')).toBe('a " " ` ${g + ` ${i}`} ` k.replace(/ /g, " ") / m')
  })
})

describe('texts', () => {
  const define = (messages: string) => `export const jobTexts = defineTexts({ ${messages} })`
  const project = (messages: string, page: string) =>
    files({ 'web/src/jobs/job-texts.ts': define(messages), 'web/src/jobs/page.tsx': page })
  const one = "one: 'One {count, number}'"

  it('are used', () => {
    expect(wrongTexts(project(one, ''))).toEqual([
      'web/src/jobs/job-texts.ts has jobTexts.one, which is not used: remove it.',
    ])
    expect(wrongTexts(project(one, 'jobTexts.one({ count: 1 })'))).toEqual([])
  })

  it('are defined', () => {
    expect(wrongTexts(project(one, 'jobTexts.one\njobTexts.two'))).toEqual([
      'web/src/jobs/page.tsx:2 uses jobTexts.two, which is not defined.',
    ])
  })

  it.each([
    ["one: '{count, plural, one {# job}}'", 'which is not a valid ICU message'],
    ["one: '{count'", 'which is not a valid ICU message'],
    ['one: `One`', 'only names with plain strings'],
    ["one: 'One', ...others", 'only names with plain strings'],
    ["one: 'One' }), others = defineTexts({ two: 'Two'", 'defines 2 sets of texts'],
  ])('must not be %s', (messages, sentence) => {
    const [violation] = wrongTexts(project(messages, 'jobTexts.one others.two'))
    expect(violation).toContain(sentence)
  })

  it('are compiled, so in a file that the build knows', () => {
    const violations = wrongTexts(files({ 'web/src/jobs/labels.ts': define(one) }))
    expect(violations).toEqual([
      'web/src/jobs/labels.ts calls defineTexts: the build compiles messages in *-texts.ts only.',
    ])
  })

  it.each([
    ["one: '{count, plural, one {# Auftrag} other {# Aufträge}}'", []],
    ["one: '{count} Aufträge', two: 'Zwei'", ['has two, which is not in English']],
    ['', []],
    ["one: '{number} Aufträge'", ['with the parameters “number” instead of “count”']],
    ["one: '{count'", ['not a valid ICU message']],
  ])('are translated: %s', (messages, sentences) => {
    const german = `export default { ${messages} } satisfies Translation<typeof jobTexts>`
    const violations = wrongTranslations(new Map([...project(one, ''), ['web/src/jobs/job-texts.de.ts', german]]))
    expect(violations).toEqual(sentences.map((sentence) => expect.stringContaining(sentence)))
  })

  it('are translated into every language', () => {
    expect(['en', ...translations]).toEqual(languages)
    expect(missingTranslations(project(one, ''))).toEqual([expect.stringContaining('job-texts.de.ts lacks one')])
  })

  it('are not translated without an English file', () => {
    expect(wrongTranslations(files({ 'web/src/jobs/job-texts.de.ts': '' }))).toHaveLength(1)
  })

  it.each([
    '<p>Jobs</p>',
    '<p>all {count}</p>',
    "<p>{busy ? 'Running' : null}</p>",
    '<input aria-label="Status" />',
    "[{ title: 'Started by' }]",
    "'Job ' + id",
    "toast('not sent again')",
  ])('of translated pages are in the catalogue: %s', (code) => {
    const page = { 'web/src/jobs/page.tsx': `const content = ${code}` }
    expect(textsOutsideCatalogue(files(page))).toHaveLength(1)
  })

  it.each([
    '<p className="soft small">{count} – {jobTexts.one({ count })}</p>',
    "<p className={busy ? 'table stale' : 'table'} />",
    "call('list-jobs', { status: 'nothing_to_do' })",
  ])('are not keys, class names and punctuation: %s', (code) => {
    expect(textsOutsideCatalogue(files({ 'web/src/jobs/page.tsx': `const content = ${code}` }))).toEqual([])
  })
})

it.each(['count.toLocaleString()', "date.toLocaleDateString('en')", "new Intl.NumberFormat('en')"])(
  'numbers and dates have the language of the page: %s',
  (code) => {
    expect(formatsInOtherLanguage(files({ 'web/src/jobs/page.tsx': code }))).toHaveLength(1)
    expect(formatsInOtherLanguage(files({ 'web/src/jobs/page.tsx': 'new Intl.NumberFormat(language)' }))).toEqual([])
  },
)

describe('files', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `const a${index} = 1`).join('\n')
  const imports = `import {\n  a,\n  b,\n} from './a.ts'\nimport c from './c.ts'\n\n`

  it('are short, not counting imports and tests', () => {
    const operationFile = 'service/domain/a/operations/do-it.ts'
    expect(longFiles(files({ [operationFile]: imports + lines(90) }))).toEqual([])
    expect(longFiles(files({ [operationFile]: imports + lines(91) }))).toEqual([
      `${operationFile} has 91 lines without imports (limit 90): split it by subject.`,
    ])
    expect(longFiles(files({ 'service/app.ts': imports + lines(350) }))).toEqual([])
    expect(longFiles(files({ 'service/app.ts': imports + lines(351) }))).toHaveLength(1)
    expect(longFiles(files({ 'service/app.test.ts': lines(999), 'contract/client.ts': lines(999) }))).toEqual([])
  })

  it('exports names that no other file exports', () => {
    const two = (one: string, other: string) => files({ 'service/domain/a/a.ts': one, 'service/domain/b/b.ts': other })
    expect(repeatedExports(two('export interface Row {}', 'export type Row = string'))).toEqual([
      'Row is defined in service/domain/a/a.ts and service/domain/b/b.ts: share one, or name each after its subject.',
    ])
    expect(repeatedExports(two('export async function read() {}', 'export const read = 1'))).toHaveLength(1)
    // A schema and its type, a re-export, a comment and a private name are no second definition.
    expect(
      repeatedExports(two('export const Row = 1\nexport type Row = string', "export { Row } from '../a/a.ts'")),
    ).toEqual([])
    expect(repeatedExports(two('export const read = 1', '/*\nexport const read = 1\n*/\nconst read = 2'))).toEqual([])
    const routes = 'export const addresses = []'
    expect(repeatedExports(files({ 'service/domain/a/rest.ts': routes, 'service/domain/b/rest.ts': routes }))).toEqual(
      [],
    )
  })

  it('have descriptive names', () => {
    const bad = [
      'service/utils/a.ts',
      'web/helpers.ts',
      'service/domain/a/site-manager.ts',
      'cli/common.ts',
      'bench/base.ts',
    ]
    expect(vagueNames(files(Object.fromEntries(bad.map((path) => [path, '']))))).toHaveLength(bad.length)
    expect(
      vagueNames(files({ 'service/platform/database/open.ts': '', 'service/domain/sites/base-address.ts': '' })),
    ).toEqual([])
  })

  it('of operations have a test and the name of the operation', () => {
    const tree = files({
      'service/domain/a/operations/do-it.ts': '',
      'service/domain/a/operations/do-it.test.ts': '',
      'service/domain/a/operations/stray.ts': '',
    })
    expect(untestedOperations(tree)).toEqual([
      'service/domain/a/operations/stray.ts has no test beside it: write stray.test.ts.',
    ])
    const violations = misnamedOperations(tree, [{ name: 'a', operations: [{ name: 'do-it' }, { name: 'lost' }] }])
    expect(violations).toHaveLength(2)
    expect(violations[0]).toContain('The operation lost has no file service/domain/a/operations/lost.ts')
    expect(violations[1]).toContain('service/domain/a/operations/stray.ts')
  })
})

describe('the catalogue', () => {
  const sample = (changes: Partial<Operation> = {}): Operation => ({
    ...operation({
      name: 'get-boat',
      summary: 'A boat.',
      effect: 'read',
      permission: 'sites.read',
      input: changes.input ?? z.strictObject({ boat_id: z.int(), colour: z.string().optional() }),
      output: changes.output ?? z.object({ boats: z.array(z.int()), total: z.int() }),
    }).does(async () => ({ boats: [], total: 0 })),
    ...changes,
  })
  const feature = (operations: Operation[], addresses: Feature['addresses'] = []): Feature[] => [
    { name: 'boats', operations, addresses },
  ]

  it('of correct features violates no rule', () => {
    const boat = sample({ ability: 'svc/get-boat-v1', category: 'svc-sites', requires: 'harbour' })
    const fine = feature(
      [boat],
      [
        route('GET /boats/{id}', boat, { names: { id: 'boat_id' }, fixed: { colour: 'red' }, list: 'boats' }),
        batch('boats.get', boat),
      ],
    )
    const { unknownModules, ...rules } = catalogue
    expect(Object.values(rules).flatMap((rule) => rule(fine))).toEqual([])
    expect(unknownModules(fine, ['harbour'])).toEqual([])
  })

  it.each<[string, () => string[], string]>([
    [
      'a name twice',
      () => catalogue.repeatedNames(feature([sample(), sample()])),
      'Two operations are called get-boat',
    ],
    [
      'a batch key twice',
      () => catalogue.repeatedNames(feature([], [batch('a.b', sample()), batch('a.b', sample())])),
      'a.b exists twice',
    ],
    ['a name in capitals', () => catalogue.malformedNames(feature([sample({ name: 'getBoat' })])), 'lower case'],
    [
      'an ability of another name',
      () => catalogue.malformedNames(feature([sample({ ability: 'svc/boat-v1', category: 'svc-sites' })])),
      'svc/get-boat-v1',
    ],
    [
      'an ability without category',
      () => catalogue.malformedNames(feature([sample({ ability: 'svc/get-boat-v1' })])),
      'needs a category',
    ],
    [
      'an unknown module',
      () => catalogue.unknownModules(feature([sample({ requires: 'harbor' })]), ['harbour']),
      'does not exist: harbour',
    ],
    [
      'a change without plan',
      () => catalogue.changesWithoutPlan(feature([sample({ effect: 'change' })])),
      'has no plan',
    ],
    [
      'an input that takes anything',
      () => catalogue.lenientInputs(feature([sample({ input: z.object({ boat_id: z.int() }) })])),
      'strictObject',
    ],
    [
      'a text without a limit',
      () => unlimitedInputs(feature([sample({ input: z.strictObject({ a: z.tuple([z.string()]) }) })])),
      '/properties/a/prefixItems/0 in its input has no maximum',
    ],
    [
      'an address twice',
      () => catalogue.repeatedAddresses(feature([], [route('GET /a', sample()), route('POST|GET /a', sample())])),
      'GET /a leads to two',
    ],
    [
      'placeholders called differently',
      () => catalogue.repeatedAddresses(feature([], [route('GET /a/{x}', sample()), route('PUT /a/{y}', sample())])),
      'are the same address',
    ],
    [
      'an address of the batches',
      () => catalogue.repeatedAddresses(feature([], [route('POST /a/batch', sample()), batch('a.b', sample())])),
      'belongs to the batches',
    ],
    [
      'an unknown placeholder',
      () => catalogue.mismatchedAddresses(feature([], [route('GET /a/{id}', sample())])),
      '{id} is not an input',
    ],
    [
      'a name that leads nowhere',
      () => catalogue.mismatchedAddresses(feature([], [route('GET /a', sample(), { names: { id: 'ship_id' } })])),
      'sends id to ship_id',
    ],
    [
      'a fixed field that is required',
      () => catalogue.mismatchedAddresses(feature([], [route('GET /a', sample(), { fixed: { boat_id: 1 } })])),
      'optional input',
    ],
    [
      'a unique field of a batch key that does not exist',
      () => catalogue.mismatchedAddresses(feature([], [batch('a.create', sample(), null, { uniqueField: 'ship' })])),
      'has the field ship',
    ],
    [
      'an id field of a batch key that does not exist',
      () => catalogue.mismatchedAddresses(feature([], [batch('a.delete', sample(), 'ship_id')])),
      'has the field ship_id',
    ],
    [
      'a list that is not there',
      () => catalogue.mismatchedAddresses(feature([], [route('GET /a', sample(), { list: 'ships' })])),
      'needs the field ships',
    ],
    [
      'a change by GET',
      () => catalogue.changesByLink(feature([], [route('GET /a', sample({ effect: 'change' }))])),
      'use another method',
    ],
    [
      'an address without an operation',
      () => catalogue.unlistedOperations(feature([], [route('GET /a', sample())])),
      'in no feature',
    ],
  ])('%s is reported', (_, violations, sentence) => {
    const found = violations()
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(sentence)
  })
})
