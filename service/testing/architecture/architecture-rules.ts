import { features } from '../../catalogue.ts'
import { moduleNames } from '../../domain/modules/index.ts'
import * as catalogue from './catalogue-rules.ts'
import { type Exceptions, reachingOutside, strayingSql, takenFromTheAir } from './content-rules.ts'
import { emptyNames, misnamedOperations, tooLong, untestedOperations } from './file-rules.ts'
import { brokenImports, featureCycles, testingInProduction, wrongArrows } from './import-rules.ts'
import { unlimitedInputs } from './input-limit-rules.ts'
import { readSources, type Sources } from './sources.ts'

/** Files that may break a rule, each with its reason. */
export const exceptions = {
  length: {} as Exceptions,
  sql: {} as Exceptions,
  air: {} as Exceptions,
  outside: {} as Exceptions,
  /** Files that hold a family of operations which differ only by data. */
  families: {
    'service/domain/pages/operations/pages.ts':
      'Pages are posts under another name: the same six operations, made for the other kind.',
    'service/domain/settings/operations/settings-groups.ts':
      'Reading and changing each settings group: two operations per group, made from the table of its settings.',
    'service/domain/settings/operations/tool-jobs.ts':
      'Starting and following each tool that does one thing to every site: they differ in that one thing.',
  } as Exceptions,
}

export interface ArchitectureRule {
  subject: string
  rule: string
  /** A sentence per breach: which file breaks it and what to do. */
  breaches(sources: Sources): string[]
}

const rule = (subject: string, rule: string, breaches: ArchitectureRule['breaches']): ArchitectureRule => ({
  subject,
  rule,
  breaches,
})

export const architectureRules: ArchitectureRule[] = [
  rule('the drawing', 'imports follow its arrows', wrongArrows),
  rule('the drawing', 'features do not import each other in a circle', featureCycles),
  rule('the drawing', 'only tests use what is made for tests', testingInProduction),
  rule('the drawing', 'every import leads somewhere', brokenImports),

  rule('a file', 'SQL lives in *-store.ts', (sources) => strayingSql(sources, exceptions.sql)),
  rule('a file', 'time, randomness and environment are handed in', (sources) =>
    takenFromTheAir(sources, exceptions.air),
  ),
  rule('a file', 'network, files and processes are handed in', (sources) =>
    reachingOutside(sources, exceptions.outside),
  ),
  rule('a file', 'has one subject and ends before it is tiring', (sources) => tooLong(sources, exceptions.length)),
  rule('a file', 'its name says what is inside', emptyNames),

  rule('an operation', 'is in the file of its name', (sources) =>
    misnamedOperations(sources, features, exceptions.families),
  ),
  rule('an operation', 'has its test beside it', untestedOperations),

  rule('the catalogue', 'says every name once', () => catalogue.repeatedNames(features)),
  rule('the catalogue', 'spells names as they are spelled', () => catalogue.malformedNames(features)),
  rule('the catalogue', 'requires only modules that exist', () => catalogue.unknownModules(features, moduleNames)),
  rule('the catalogue', 'has a plan for every change', () => catalogue.changesWithoutPlan(features)),
  rule('the catalogue', 'refuses unknown fields everywhere', () => catalogue.lenientInputs(features)),
  rule('the catalogue', 'limits every text and every list of an input', () => unlimitedInputs(features)),
  rule('the catalogue', 'gives every address to one operation', () => catalogue.repeatedAddresses(features)),
  rule('the catalogue', 'has addresses that fit their operations', () => catalogue.addressesThatDoNotFit(features)),
  rule('the catalogue', 'changes nothing by a mere link', () => catalogue.changesByLink(features)),
  rule('the catalogue', 'lists what is addressed or scheduled', () => catalogue.unlistedOperations(features)),
]

export const readProject = () => readSources(new URL('../../../', import.meta.url))
