import { describe, expect, it } from 'vitest'
import { readErrorRows } from '../spec/rows.ts'
import { failedOutcomes, unknownOutcomes } from './domain/activity/audit-results.ts'

describe('the result of an audit line', () => {
  it('is failed for every error of a site, of the network or of Flotilla, and refused for the others', () => {
    const failed = readErrorRows().filter(
      ({ code, status }) =>
        status !== null &&
        status >= 500 &&
        code !== 'svc_module_not_available' &&
        !unknownOutcomes.some((unknown) => unknown === code),
    )
    // Entries of errors[] are the outcome where one update is all that was asked for.
    const entries = ['svc_checks_failed', 'svc_site_not_checked']
    expect([...failed.map(({ code }) => code), ...entries].toSorted()).toEqual([...failedOutcomes].toSorted())
  })
})
