import { expect, it } from 'vitest'
import { issuesOf } from './security-issues.ts'

it('lists issues, the most severe first, with messages that explain what to do', () => {
  const issues = issuesOf({
    sec_inactive_themes: 'issue',
    wp_uptodate: 'issue',
    php_reporting: 'unfixable',
    db_reporting: 'fine-by-itself',
    debug_disabled: 'fine',
  })
  expect(issues.map(({ type, severity }) => [type, severity])).toEqual([
    ['wp_uptodate', 'high'],
    ['php_reporting', 'medium'],
    ['sec_inactive_themes', 'low'],
  ])
  expect(issues[0]!.message).toBe('WordPress is not up to date. Update it.')
  expect(issues[1]!.message).toMatch(/display_errors off\. An attempt to fix it with Flotilla failed/)
})

it.each(['a_new_check', 'constructor', '__proto__'])(
  'a check that we do not know (%s) is reported all the same',
  (type) => {
    const checks = JSON.parse(`{"${type}": "issue"}`)
    expect(issuesOf(checks)).toEqual([
      { type, severity: 'medium', message: expect.stringContaining(type.replaceAll('_', ' ')) },
    ])
  },
)
