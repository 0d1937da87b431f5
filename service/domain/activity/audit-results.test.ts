import { describe, expect, it } from 'vitest'
import { readErrorRows } from '../../../spec/rows.ts'
import { operations } from '../../catalogue.ts'
import { kindOf } from './audit-kinds.ts'
import { failedOutcomes, resultOf, unknownOutcomes } from './audit-results.ts'

describe('the result of an audit line', () => {
  it('is failed for every error of a site, of the network or of Flotilla, and refused for the others', () => {
    const failed = readErrorRows().filter(
      ({ code, status }) =>
        status !== null &&
        status >= 500 &&
        code !== 'svc_module_not_available' &&
        !unknownOutcomes.some((unknown) => unknown === code),
    )
    expect(failed.map(({ code }) => code).toSorted()).toEqual([...failedOutcomes].toSorted())
  })

  it.each([
    ['ok', 'done'],
    ['started', 'unknown'],
    ['svc_process_ended', 'unknown'],
    ['svc_unauthorized', 'refused'],
    ['svc_site_offline', 'failed'],
  ])('%s is %s', (outcome, result) => expect(resultOf(outcome)).toBe(result))
})

describe('the kind of an audit line', () => {
  it.each([
    ['sign-in', 'access'],
    ['add-key', 'access'],
    ['use-key-from-new-address', 'access'],
    ['edit-site-user', 'content'],
    ['suspend-site', 'sites'],
    ['update-site', 'sites'],
    ['update-site-plugins', 'updates'],
    ['email-client-report', 'clients'],
    ['run-updates', 'updates'],
    ['update-general-settings', 'settings'],
    ['purge-audit-lines', 'system'],
    ['rotate-master-key', 'system'],
    ['add-client', 'clients'],
  ])('%s is %s', (operation, kind) => expect(kindOf(operation)).toBe(kind))

  it('is known for nearly all operations that change something', () => {
    const changing = operations.filter(({ effect }) => effect !== 'read').map(({ name }) => name)
    const others = changing.filter((name) => kindOf(name) === 'other')
    expect(others.length / changing.length).toBeLessThan(0.1)
  })
})
