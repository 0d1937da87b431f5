import { expect, it } from 'vitest'
import { setUpContent } from '../../../testing/set-up-content.ts'
import { insertOrders } from '../user-order-store.ts'

const fixture = setUpContent(1)
const run = (order_id: number) => fixture.service.app.run('set-admin-password', { site_id_or_domain: 1, order_id })

it('sets the password of the sealed order, but not on a suspended site', async () => {
  const [id] = await insertOrders(fixture.service, [{ password: 'a new secret' }], fixture.service.clock.now())
  await run(id!)
  expect(fixture.sites[0]!.passwords.get('admin')).toBe('a new secret')
  await fixture.set(1, { suspended_by: 'client' })
  await expect(run(id!)).rejects.toMatchObject({ code: 'svc_site_suspended' })
})

it('fails when the order was deleted', async () => {
  await expect(run(99)).rejects.toMatchObject({ code: 'svc_user_order_not_found' })
})
