import { describe, expect, it } from 'vitest'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'
import { upsertScreenshot } from '../run/gates/screenshot-store.ts'
import { insertCheck } from '../run/gates/update-check-store.ts'

const fixture = setUpServiceWithSites()

describe('get-update-screenshot', () => {
  it('returns the picture to those who may see the site', async () => {
    const { id } = await fixture.connected()
    const { db, clock } = fixture.service
    const run = crypto.randomUUID()
    await insertCheck(db, { run, siteId: id, before: [] }, clock.now())
    const image = { image: Buffer.from('RIFF picture'), width: 10, height: 10 }
    await upsertScreenshot(db, { run, siteId: id, moment: 'after', image }, clock.now())
    const read = (moment: string, headers?: Record<string, string>) =>
      fixture.rest(`GET /updates/screenshots/${run}/${moment}`, undefined, headers)
    expect(await read('after')).toMatchObject({ status: 200, text: 'RIFF picture' })
    expect(await read('after', fixture.people.viewer.headers)).toMatchObject({ status: 200 })
    expect(await read('before')).toMatchObject({ status: 404, body: { code: 'svc_screenshot_not_found' } })
    await db
      .updateTable('api_keys')
      .set({ site_ids: [id + 1] })
      .execute()
    expect(await read('after', fixture.people.keys.limited.headers)).toMatchObject({ status: 404 })
    expect((await read('middle')).status).toBe(400)
  })
})
