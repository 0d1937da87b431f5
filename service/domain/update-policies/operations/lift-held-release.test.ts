import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { recordReleaseFailure } from '../held-release-store.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
beforeEach(() => seedSites(fixture.service.db, 4))

const fail = (siteId: number) => {
  const { db, clock } = fixture.service
  const failure = { type: 'plugin', slug: 'a/a.php', name: 'A', version: '2', siteId, message: 'Blank' } as const
  return db.transaction().execute((trx) => recordReleaseFailure(trx, failure, 2, clock.now()))
}

describe('lift-held-release', () => {
  it('lifts the hold, and new failures hold the release again', async () => {
    await fail(1)
    await fail(2)
    const [{ held_release_id: id }] = (await rest('GET /update-policies/held-releases')).body.data
    fixture.service.clock.advance(1_000)
    const { body } = await rest(`POST /update-policies/held-releases/${id}/lift`)
    expect(body.data).toMatchObject({ lifted_by: expect.any(String), lifted_at: expect.any(String) })
    expect((await rest('GET /update-policies/held-releases')).body.data).toEqual([])
    expect((await rest('GET /update-policies/held-releases?lifted=true')).body.data).toHaveLength(1)
    fixture.service.clock.advance(1_000)
    expect(await fail(3)).toBe(false)
    expect(await fail(4)).toBe(true)
    expect((await rest('GET /update-policies/held-releases')).body.data).toHaveLength(1)
  })

  it('refuses an unknown one', async () => {
    expect((await rest('POST /update-policies/held-releases/9/lift')).body.code).toBe('svc_held_release_not_found')
  })
})
