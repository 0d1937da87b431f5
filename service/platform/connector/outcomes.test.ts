import { describe, expect, it } from 'vitest'
import { ConnectorError } from './errors.ts'
import { judgeUpdate, type UpdateEvidence, type UpdateReport } from './outcomes.ts'

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
const judge = (evidence: Partial<UpdateEvidence>) => {
  const { outcome, code } = judgeUpdate({
    slug: 'demo/demo.php',
    known: '1.0',
    report: undefined,
    failure: undefined,
    seen: undefined,
    ...evidence,
  })
  return code ?? outcome
}

describe('the verdict on an update', () => {
  it('goes by the version that the site shows afterwards', () => {
    expect(judge({ report: report(), seen: seen('1.1') })).toBe('done')
    expect(judge({ report: report(), seen: seen('1.0') })).toBe('svc_no_effect')
    expect(judge({ report: report({ version: '1.0' }), seen: seen('1.0') })).toBe('svc_no_effect')
    expect(judge({ report: report(), seen: null })).toBe('svc_not_installed')
    expect(judge({ failure: broke, seen: seen('1.1') })).toBe('done')
    expect(judge({ failure: silent, seen: seen('1.1') })).toBe('done')
  })

  it('believes a report of failure, even when our idea of the old version was outdated', () => {
    expect(judge({ report: report({ success: false, version: '1.0' }), seen: seen('1.0') })).toBe('svc_update_failed')
    expect(
      judge({ known: '0.9', report: report({ success: false, oldVersion: null, version: '1.0' }), seen: seen('1.0') }),
    ).toBe('svc_update_failed')
    expect(judge({ report: report({ success: false, rolledBack: true, version: '1.0' }), seen: seen('1.0') })).toBe(
      'svc_rolled_back',
    )
  })

  it('calls a success without an old version nothing, unless somebody else did it meanwhile', () => {
    expect(judge({ report: report({ oldVersion: null, version: null }), seen: seen('1.0') })).toBe(
      'svc_nothing_to_update',
    )
    expect(judge({ report: report({ oldVersion: null, version: null }), seen: seen('1.1') })).toBe('done')
  })

  it('tells apart what this call did and what was there already', () => {
    const evidence = { slug: 'demo/demo.php', known: '1.0', failure: undefined, seen: seen('1.1') }
    expect(judgeUpdate({ ...evidence, report: report() }).already).toBeUndefined()
    expect(judgeUpdate({ ...evidence, report: report({ oldVersion: null }) })).toMatchObject({ already: true })
  })

  it('calls an item without a report skipped', () => {
    expect(judge({ seen: seen('1.0') })).toBe('svc_skipped')
  })

  it('is "unknown" only when it cannot be known', () => {
    expect(judge({ failure: silent, seen: seen('1.0') })).toBe('svc_outcome_unknown')
    expect(judge({ failure: silent, seen: null })).toBe('svc_outcome_unknown')
    expect(judge({ failure: broke })).toBe('svc_outcome_unknown')
    expect(judge({ failure: broke, seen: seen('1.0') })).toBe('svc_update_failed')
    expect(judge({ report: report() })).toBe('done')
  })
})
