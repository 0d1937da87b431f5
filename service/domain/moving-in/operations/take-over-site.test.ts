import { expect, it } from 'vitest'
import { systemActor } from '../../../operation/actor.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'

const fixture = setUpServiceWithSites()

it('take-over-site refuses a site that did not come from another dashboard', async () => {
  const { child, id } = await fixture.connected()
  const { publicKey } = child.connection ?? {}
  const takeOver = fixture.service.app.run('take-over-site', { site_id: id }, { actor: systemActor() })
  await expect(takeOver).rejects.toMatchObject({ code: 'svc_site_not_found' })
  expect(child.connection?.publicKey).toBe(publicKey)
})
