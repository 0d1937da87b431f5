import { expect, it } from 'vitest'
import { assessBackup } from './backup-check.ts'
import { compareHomepages, type HomepageCheck } from './homepage-health.ts'

const page = (http_status: number, more: Partial<HomepageCheck> = {}): HomepageCheck => {
  return { http_status, fatal_error: false, blank: false, ...more }
}

it.each([
  [page(200), page(200), 'ok'],
  [null, page(200), 'ok'],
  [page(301), page(301), 'ok'],
  [page(500), page(200), 'ok'],
  [page(200), page(404), 'degraded'],
  [page(200), page(302), 'degraded'],
  [page(200), page(200, { blank: true }), 'degraded'],
  [page(200), page(500), 'down'],
  [page(200), page(0), 'down'],
  [page(200), page(200, { fatal_error: true }), 'down'],
  [page(500), page(500), 'down'],
  [page(200), null, null],
] as const)('from %j to %j is %s', (before, after, health) => {
  expect(compareHomepages(before, after)).toBe(health)
})

it('a backup is usable until it is too old', () => {
  const now = new Date('2026-11-15T09:00:00Z')
  expect(assessBackup(null, 7, now)).toMatchObject({ usable: false, last_backup_at: null })
  expect(assessBackup(new Date('2026-11-08T09:00:00Z'), 7, now)).toMatchObject({ usable: true })
  expect(assessBackup(new Date('2026-11-08T08:59:59Z'), 7, now)).toMatchObject({
    usable: false,
    last_backup_at: '2026-11-08T08:59:59Z',
  })
})
