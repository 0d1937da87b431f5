import { beforeEach, expect, it } from 'vitest'
import { setUpVulnerabilities } from '../testing/set-up-vulnerabilities.ts'

const { fixture, rest, seed } = setUpVulnerabilities()
beforeEach(seed)

it('lists PHP and WordPress without security fixes, with the date of the list', async () => {
  const { db, clock } = fixture.service
  await db.updateTable('sites').set({ php_version: '7.4.33', wp_version: '4.6.1' }).where('id', '=', 1).execute()
  await db.updateTable('sites').set({ php_version: '8.2.1', wp_version: '6.8' }).where('id', '=', 2).execute()
  await db.updateTable('sites').set({ php_version: '9.9', wp_version: '4.7' }).where('id', '=', 3).execute()
  const { data, as_of, is_stale } = (await rest('GET /vulnerabilities/unsupported')).body
  expect(data.map(({ site_id, what, state }: Record<string, unknown>) => [site_id, what, state])).toEqual([
    [1, 'php', 'ended'],
    [2, 'php', 'ends_soon'],
    [1, 'wordpress', 'ended'],
  ])
  expect([as_of, is_stale]).toEqual(['2026-11-17', false])
  clock.advance(400 * 86_400_000)
  expect((await rest('GET /vulnerabilities/unsupported')).body.is_stale).toBe(true)
})
