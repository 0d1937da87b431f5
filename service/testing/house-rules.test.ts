import { beforeAll, describe, expect, it } from 'vitest'
import { rooms } from '../catalogue.ts'
import { moduleNames } from '../domain/modules/index.ts'
import {
  addressesThatDoNotFit,
  changesByLink,
  changesWithoutPlan,
  lenientInputs,
  malformedNames,
  repeatedAddresses,
  repeatedNames,
  unknownModules,
  unlistedOperations,
} from './house-rules-catalogue.ts'
import { type Exceptions, reachingOutside, strayingSql, takenFromTheAir } from './house-rules-contents.ts'
import { emptyNames, misnamedOperations, tooLong, untestedOperations } from './house-rules-files.ts'
import { brokenImports, roomCycles, testingInProduction, wrongArrows } from './house-rules-imports.ts'
import { readSources, type Sources } from './house-rules-sources.ts'

/** Files that may break a rule, each with its reason. */
const exceptions = {
  length: {} as Exceptions,
  sql: {} as Exceptions,
  air: {} as Exceptions,
  outside: {} as Exceptions,
  /** Files that hold a family of operations which differ only by data. */
  families: {} as Exceptions,
}

let sources: Sources
beforeAll(async () => {
  sources = await readSources(new URL('../../', import.meta.url))
})

/** Fails with the sentences themselves: each names the file and says what to do. */
const expectNone = (breaches: string[]) => expect(breaches.join('\n')).toBe('')

describe('the drawing', () => {
  it('imports follow its arrows', () => expectNone(wrongArrows(sources)))
  it('rooms do not need each other in a circle', () => expectNone(roomCycles(sources)))
  it('only tests use what is made for tests', () => expectNone(testingInProduction(sources)))
  it('every import leads somewhere', () => expectNone(brokenImports(sources)))
})

describe('what is in a file', () => {
  it('SQL lives in *-store.ts', () => expectNone(strayingSql(sources, exceptions.sql)))
  it('time, randomness and environment are handed in', () => expectNone(takenFromTheAir(sources, exceptions.air)))
  it('network, files and processes are handed in', () => expectNone(reachingOutside(sources, exceptions.outside)))
  it('a file has one subject and ends before it is tiring', () => expectNone(tooLong(sources, exceptions.length)))
})

describe('what a file is called', () => {
  it('its name says what is inside', () => expectNone(emptyNames(sources)))
  it('an operation is in the file of its name', () =>
    expectNone(misnamedOperations(sources, rooms, exceptions.families)))
  it('an operation has its test beside it', () => expectNone(untestedOperations(sources)))
})

describe('the catalogue', () => {
  it('says every name once', () => expectNone(repeatedNames(rooms)))
  it('spells names as they are spelled', () => expectNone(malformedNames(rooms)))
  it('requires only modules that exist', () => expectNone(unknownModules(rooms, moduleNames)))
  it('has a plan for everything that changes something', () => expectNone(changesWithoutPlan(rooms)))
  it('refuses unknown fields everywhere', () => expectNone(lenientInputs(rooms)))
  it('gives every address to one operation', () => expectNone(repeatedAddresses(rooms)))
  it('addresses fit their operations', () => expectNone(addressesThatDoNotFit(rooms)))
  it('changes nothing by a mere link', () => expectNone(changesByLink(rooms)))
  it('lists what is addressed or scheduled', () => expectNone(unlistedOperations(rooms)))
})

it('exceptions name files that exist and say why', () => {
  const stale = Object.values(exceptions).flatMap((list) =>
    Object.entries(list).filter(([path, reason]) => !sources.has(path) || reason.length < 20),
  )
  expect(stale).toEqual([])
})
