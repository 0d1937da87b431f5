import { features } from '../../catalogue.ts'
import { moduleNames } from '../../domain/modules/index.ts'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import { castsWithoutReason } from './cast-rules.ts'
import * as catalogue from './catalogue-rules.ts'
import {
  ambientAccess,
  connectionsWithoutLimits,
  directIo,
  type Exceptions,
  handWrittenQueries,
  hiddenState,
  lockNumbers,
  sqlOutsideStores,
} from './content-rules.ts'
import { longFiles, misnamedOperations, repeatedExports, untestedOperations, vagueNames } from './file-rules.ts'
import { brokenImports, featureCycles, fileCircles, forbiddenImports, testCodeInProduction } from './import-rules.ts'
import { unlimitedInputs } from './input-limit-rules.ts'
import { readSources, type Sources } from './sources.ts'
import { sharedTables, writesToForeignTables } from './table-rules.ts'
import {
  formatsInOtherLanguage,
  missingTranslations,
  textsOutsideCatalogue,
  wrongTexts,
  wrongTranslations,
} from './text-rules.ts'
import { oldWordsIn } from './word-rules.ts'

/** Files that may break a rule, each with its reason. */
export const exceptions = {
  length: {} as Exceptions,
  sql: {} as Exceptions,
  queries: {
    'service/platform/queue/stalled-messages.ts':
      'The library of the queue runs statements as text with numbered values.',
  } as Exceptions,
  ambient: {} as Exceptions,
  io: {} as Exceptions,
  state: {
    'service/platform/time-zone.ts': 'Formats of the runtime, which are the same for every service.',
    'service/platform/database/prepared-statements.ts': 'Hashes of texts, which are the same for every database.',
  } as Exceptions,
  /** Files with several operations that differ only by data. */
  families: {
    'service/domain/pages/operations/pages.ts':
      'Pages are posts of another type: the same six operations, created for that type.',
    'service/domain/settings/operations/settings-groups.ts':
      'Two operations per settings group, read and change, created from the table of its settings.',
    'service/domain/settings/operations/tool-jobs.ts':
      'Start and progress of each tool that runs on every site: they differ in the action only.',
  } as Exceptions,
}

export interface ArchitectureRule {
  subject: string
  rule: string
  /** One sentence per violation: the file and what to do. */
  violations(sources: Sources): string[]
}

const rule = (subject: string, rule: string, violations: ArchitectureRule['violations']): ArchitectureRule => ({
  subject,
  rule,
  violations,
})

export const architectureRules: ArchitectureRule[] = [
  rule('imports', 'follow the layers', forbiddenImports),
  rule('imports', 'form no circle of features', featureCycles),
  rule('imports', 'form no circle of files', fileCircles),
  rule('imports', 'of test code are in tests only', testCodeInProduction),
  rule('imports', 'name existing files', brokenImports),

  rule('a file', 'SQL is in *-store.ts only', (sources) => sqlOutsideStores(sources, exceptions.sql)),
  rule('a file', 'writes queries with the builder or with sql fragments', (sources) =>
    handWrittenQueries(sources, exceptions.queries),
  ),
  rule('a file', 'opens connections with time limits', connectionsWithoutLimits),
  rule('a file', 'time, randomness and environment are parameters', (sources) =>
    ambientAccess(sources, exceptions.ambient),
  ),
  rule('a file', 'network, files and processes are parameters', (sources) => directIo(sources, exceptions.io)),
  rule('a file', 'has no hidden state', (sources) => hiddenState(sources, exceptions.state)),
  rule('a file', 'takes the number of a lock from advisoryLocks', (sources) => lockNumbers(sources, advisoryLocks)),
  rule('a file', 'gives the reason of every cast', castsWithoutReason),
  rule('a file', 'has no old words', (sources) => oldWordsIn(sources)),
  rule('a file', 'is not too long', (sources) => longFiles(sources, exceptions.length)),
  rule('a file', 'has a descriptive name', vagueNames),
  rule('a file', 'exports names that no other file exports', repeatedExports),

  rule('a text', 'is a valid message that is defined once and used', wrongTexts),
  rule('a translation', 'has the texts of the English file with the same parameters', wrongTranslations),
  rule('a text', 'exists in every language', missingTranslations),
  rule('a text', 'of the dashboard is in the catalogue', textsOutsideCatalogue),
  rule('a number or date', 'of the dashboard has the language of the page', formatsInOtherLanguage),

  rule('a feature', 'writes only its own tables', (sources) => writesToForeignTables(sources, features)),
  rule('a feature', 'shares no table', () => sharedTables(features)),

  rule('an operation', 'is in the file of its name', (sources) =>
    misnamedOperations(sources, features, exceptions.families),
  ),
  rule('an operation', 'has a test next to it', untestedOperations),

  rule('the catalogue', 'has unique names', () => catalogue.repeatedNames(features)),
  rule('the catalogue', 'spells names by the rules', () => catalogue.malformedNames(features)),
  rule('the catalogue', 'requires existing modules', () => catalogue.unknownModules(features, moduleNames)),
  rule('the catalogue', 'has a plan for every change', () => catalogue.changesWithoutPlan(features)),
  rule('the catalogue', 'refuses unknown fields', () => catalogue.lenientInputs(features)),
  rule('the catalogue', 'limits every text and list of an input', () => unlimitedInputs(features)),
  rule('the catalogue', 'has unique addresses', () => catalogue.repeatedAddresses(features)),
  rule('the catalogue', 'has addresses that match their operations', () => catalogue.mismatchedAddresses(features)),
  rule('the catalogue', 'changes nothing on GET', () => catalogue.changesByLink(features)),
  rule('the catalogue', 'lists all operations with an address or a schedule', () =>
    catalogue.unlistedOperations(features),
  ),
]

export const readProject = () => readSources(new URL('../../../', import.meta.url))
