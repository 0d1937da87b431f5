import { describe, expect, it } from 'vitest'
import { auditSubject, doneLabels, operationLabels } from './audit-labels.ts'

describe('the audit trail in words', () => {
  it('names operations as people would', () => {
    expect(operationLabels('update-site-plugins')).toBe('Update site plugins')
  })

  it('says what was done rather than what to do', () => {
    expect(doneLabels('add-site')).toBe('Site added')
    expect(doneLabels('update-site-plugins')).toBe('Site plugins updated')
    expect(doneLabels('open-admin')).toBe('Open admin')
  })

  it('tells what an operation was about in a line', () => {
    expect(auditSubject('{"site_id_or_domain":3,"slugs":["a","b"]}')).toBe('site: 3, slugs: a b')
    expect(auditSubject('{}')).toBe('')
    expect(auditSubject('not JSON')).toBe('not JSON')
  })

  it('keeps a long one short', () => {
    expect(auditSubject(JSON.stringify({ text: 'x'.repeat(500) })).length).toBeLessThan(200)
  })
})
