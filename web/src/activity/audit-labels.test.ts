import { describe, expect, it } from 'vitest'
import { doneLabels, operationLabels } from './audit-labels.ts'
import { auditSubject } from './audit-subject.ts'

describe('audit labels', () => {
  it('writes the operation as text', () => {
    expect(operationLabels('update-site-plugins')).toBe('Update site plugins')
    // Recorded before it was renamed.
    expect(operationLabels('tell-poor-health')).toBe('Send health alerts')
  })

  it('describes the operation as a past event', () => {
    expect(doneLabels('add-site')).toBe('Site added')
    expect(doneLabels('update-site-plugins')).toBe('Site plugins updated')
    expect(doneLabels('open-admin')).toBe('Open admin')
  })

  it('summarizes the input in one line', () => {
    expect(auditSubject('{"site_id_or_domain":3,"slugs":["a","b"]}')).toBe('Site: 3, Items: a b')
    expect(auditSubject('{}')).toBe('')
    expect(auditSubject('not JSON')).toBe('not JSON')
  })

  it('leaves out what the line shows elsewhere', () => {
    expect(auditSubject('{"site_ids":[1,2],"slug":"a","job_id":4}', { withoutSites: true })).toBe('Slug: a')
    expect(auditSubject('{"login":null,"user_id":null,"repeats":3}')).toBe('')
  })

  it('shows labels instead of the names of fields, settings and values', () => {
    expect(auditSubject('{"way":"password"}')).toBe('Method: password')
    expect(auditSubject('{"frequency_daily_update":4,"active":true}')).toBe('Syncs per day: 4, Active: yes')
    expect(auditSubject('{"rules":{"name":"Shop"}}')).toBe('Rules: Name: Shop')
    expect(auditSubject('{"some_new_field":"x"}')).toBe('some new field: x')
  })

  it('truncates a long summary', () => {
    expect(auditSubject(JSON.stringify({ text: 'x'.repeat(500) })).length).toBeLessThan(200)
  })
})
