import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites, seedSiteTags } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability, aliased, rest } = callers(fixture)

beforeEach(async () => {
  await seedSites(fixture.service.db, 3)
  await ability('add-client', { name: 'Acme', selected_sites: [1, 2] })
  await ability('add-tag', { name: 'Prod' })
  await seedSiteTags(fixture.service.db, 1, [1, 2, 3])
})

const taggedSites = () => fixture.service.db.selectFrom('site_tags').selectAll().execute()

describe('delete-tag', () => {
  it('removes the tag from its sites', async () => {
    const { status, body } = await ability('delete-tag', { tag_id: 1, confirm: true })
    expect(status).toBe(200)
    expect(body).toEqual({ deleted: true, tag_id: 1, tag_name: 'Prod', sites_affected: 3 })
    expect(await taggedSites()).toEqual([])
    expect((await ability('count-sites')).body.total).toBe(3)
    expect((await ability('delete-tag', { tag_id: 1, confirm: true })).body.code).toBe('svc_tag_not_found')
  })

  it('returns the consequences in a dry run and deletes nothing, even with confirm', async () => {
    for (const confirmation of [{}, { confirm: true }, { confirm: false }]) {
      expect((await ability('delete-tag', { tag_id: 1, dry_run: true, ...confirmation })).body).toEqual({
        dry_run: true,
        tag_id: 1,
        tag_name: 'Prod',
        sites_affected: 3,
        would_affect: [{ id: 1, name: 'Prod', sites_count: 3, clients_count: 1 }],
        count: 1,
        warnings: ['It would be removed from 3 site(s).'],
      })
    }
    expect(await taggedSites()).toHaveLength(3)
    expect((await ability('delete-tag', { tag_id: 9, dry_run: true })).status).toBe(404)
  })

  it('needs confirm, and the text "false" does not confirm', async () => {
    const { headers } = fixture.people.administrator
    const url = '/api/v1/abilities/svc/delete-tag-v1/run?input[tag_id]=1'
    for (const confirmation of ['', '&input[confirm]=false', '&input[confirm]=0']) {
      const { status, body } = await fixture.service.request({ method: 'DELETE', url: url + confirmation, headers })
      expect(status).toBe(400)
      expect(body.code).toBe('svc_confirmation_required')
    }
    expect((await ability('delete-tag', { tag_id: 1 })).body.code).toBe('svc_confirmation_required')
    const sure = await fixture.service.request({ method: 'DELETE', url: `${url}&input[confirm]=true`, headers })
    expect(sure.body.deleted).toBe(true)
  })

  it('needs no confirm with DELETE over REST', async () => {
    expect((await rest('DELETE /tags/1/remove?dry_run=1')).body.data).toMatchObject({
      dry_run: true,
      sites_affected: 3,
    })
    expect((await rest('DELETE /tags/1/remove')).body).toMatchObject({
      success: 1,
      message: 'Tag deleted.',
      data: { deleted: true, tag_id: 1, tag_name: 'Prod' },
    })
    expect((await rest('DELETE /tags/1/remove')).status).toBe(404)
  })

  it('needs the delete scope and a key without limits', async () => {
    for (const { headers } of [fixture.people.keys.write, fixture.people.keys.limited]) {
      expect((await ability('delete-tag', { tag_id: 1, confirm: true }, headers)).status).toBe(403)
      expect((await ability('delete-tag', { tag_id: 1, dry_run: true }, headers)).status).toBe(403)
    }
  })

  it('also returns tag for clients of the established product', async () => {
    const { body } = await aliased('delete-tag', { tag_id: 1, confirm: true, user_confirmed: true })
    expect(body.tag).toEqual({ id: 1, name: 'Prod' })
  })
})
