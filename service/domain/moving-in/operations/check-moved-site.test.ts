import { expect, it } from 'vitest'
import { systemActor } from '../../../operation/actor.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'

const fixture = setUpServiceWithSites()

it('check-moved-site calls a site with its key, syncs it, and does not register when the key is refused', async () => {
  const { child, id } = await fixture.connected()
  const check = () => fixture.service.app.run('check-moved-site', { site_id: id }, { actor: systemActor() })
  await fixture.service.db.pool.query(`update sites set last_sync = null, wp_version = ''`)
  expect((await check()).output).toEqual({ site_id: id, connected: true, synced: true })
  const { wp_version, last_sync } = (await fixture.rest(`GET /sites/${id}`)).body.data
  expect([wp_version, last_sync !== '']).toEqual([child.core.installed, true])
  child.connect({ publicKey: 'another key', server: 'https://old.example/wp-admin/' })
  await expect(check()).rejects.toMatchObject({ code: 'svc_key_refused' })
  const { rows } = await fixture.service.db.pool.query(`select connection from sites where id = ${id}`)
  expect(rows).toEqual([{ connection: 'disconnected' }])
  await expect(
    fixture.service.app.run('check-moved-site', { site_id: 999 }, { actor: systemActor() }),
  ).rejects.toMatchObject({ code: 'svc_site_not_found' })
})
