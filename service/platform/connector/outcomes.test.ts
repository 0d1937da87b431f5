import { describe, expect, it } from 'vitest'
import { ConnectorError } from './errors.ts'
import { determineUpdateOutcome, type UpdateEvidence, type UpdateReport } from './outcomes.ts'

const report = (more: Partial<UpdateReport> = {}): UpdateReport => ({
  name: 'Demo',
  success: true,
  oldVersion: '1.0',
  version: '1.1',
  error: '',
  wordpressCodes: [],
  rolledBack: false,
  ...more,
})
const seen = (version: string | null) => ({ name: 'Demo', version })
const broke = new ConnectorError('svc_site_error', 'It broke off.', { effect: 'possible' })
const silent = new ConnectorError('svc_site_offline', 'It fell silent.', { effect: 'may-still-run' })
const determineOutcome = (evidence: Partial<UpdateEvidence>) => {
  const { outcome, code } = determineUpdateOutcome({
    slug: 'demo/demo.php',
    known: '1.0',
    report: undefined,
    failure: undefined,
    seen: undefined,
    ...evidence,
  })
  return code ?? outcome
}

describe('the outcome of an update', () => {
  it('follows from the version that the site shows afterwards', () => {
    expect(determineOutcome({ report: report(), seen: seen('1.1') })).toBe('done')
    expect(determineOutcome({ report: report(), seen: seen('1.0') })).toBe('svc_no_effect')
    expect(determineOutcome({ report: report({ version: '1.0' }), seen: seen('1.0') })).toBe('svc_no_effect')
    expect(determineOutcome({ report: report(), seen: null })).toBe('svc_not_installed')
    expect(determineOutcome({ failure: broke, seen: seen('1.1') })).toBe('done')
    expect(determineOutcome({ failure: silent, seen: seen('1.1') })).toBe('done')
  })

  it('says that the site has too old a PHP', () => {
    const refused = {
      error: 'The package could not be installed.',
      wordpressCodes: ['incompatible_php_required_version'],
    }
    const about = { slug: 'demo/demo.php', known: '1.0', failure: undefined, seen: seen('1.0') }
    const message = 'Demo needs a newer PHP than the site has, so WordPress did not install it.'
    for (const rolledBack of [true, false])
      expect(
        determineUpdateOutcome({ ...about, report: report({ ...refused, success: false, rolledBack }) }),
      ).toMatchObject({ outcome: 'failed', code: rolledBack ? 'svc_rolled_back' : 'svc_update_failed', message })
  })

  it('follows from a reported failure, even if our old version was outdated', () => {
    expect(determineOutcome({ report: report({ success: false, version: '1.0' }), seen: seen('1.0') })).toBe(
      'svc_update_failed',
    )
    expect(
      determineOutcome({
        known: '0.9',
        report: report({ success: false, oldVersion: null, version: '1.0' }),
        seen: seen('1.0'),
      }),
    ).toBe('svc_update_failed')
    expect(
      determineOutcome({ report: report({ success: false, rolledBack: true, version: '1.0' }), seen: seen('1.0') }),
    ).toBe('svc_rolled_back')
  })

  it('is nothing to update for a success without an old version, unless the version changed meanwhile', () => {
    expect(determineOutcome({ report: report({ oldVersion: null, version: null }), seen: seen('1.0') })).toBe(
      'svc_nothing_to_update',
    )
    expect(determineOutcome({ report: report({ oldVersion: null, version: null }), seen: seen('1.1') })).toBe('done')
  })

  it('distinguishes changes by this call from earlier ones', () => {
    const evidence = { slug: 'demo/demo.php', known: '1.0', failure: undefined, seen: seen('1.1') }
    expect(determineUpdateOutcome({ ...evidence, report: report() }).already).toBeUndefined()
    expect(determineUpdateOutcome({ ...evidence, report: report({ oldVersion: null }) })).toMatchObject({
      already: true,
    })
  })

  it('is skipped for an item without a report', () => {
    expect(determineOutcome({ seen: seen('1.0') })).toBe('svc_skipped')
  })

  it('is unknown only if it cannot be known', () => {
    expect(determineOutcome({ failure: silent, seen: seen('1.0') })).toBe('svc_outcome_unknown')
    expect(determineOutcome({ failure: silent, seen: null })).toBe('svc_outcome_unknown')
    expect(determineOutcome({ failure: broke })).toBe('svc_outcome_unknown')
    expect(determineOutcome({ failure: broke, seen: seen('1.0') })).toBe('svc_update_failed')
    expect(determineOutcome({ report: report() })).toBe('done')
  })
})
