import { describe, expect, it } from 'vitest'
import { operations } from '../../catalogue.ts'
import { kindOf } from './audit-kinds.ts'
import { resultOf } from './audit-results.ts'

describe('the result of an audit line', () => {
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
    ['create-audit-anchor', 'system'],
    ['rotate-master-key', 'system'],
    ['add-client', 'clients'],
  ])('%s is %s', (operation, kind) => expect(kindOf(operation)).toBe(kind))

  it('is known for nearly all operations that change something', () => {
    const changing = operations.filter(({ effect }) => effect !== 'read').map(({ name }) => name)
    const others = changing.filter((name) => kindOf(name) === 'other')
    expect(others.length / changing.length).toBeLessThan(0.1)
  })
})
