import { expect, it } from 'vitest'
import { contentScene } from '../../../testing/content-scene.ts'
import { insertOrders } from '../user-order-store.ts'

const scene = contentScene(1)
const run = (order_id: number) => scene.service.app.run('set-admin-password', { site_id_or_domain: 1, order_id })

it('sets the password of the sealed order, but not on a suspended site', async () => {
  const [id] = await insertOrders(scene.service, [{ password: 'a new secret' }], scene.service.clock.now())
  await run(id!)
  expect(scene.sites[0]!.passwords.get('admin')).toBe('a new secret')
  await scene.set(1, { suspended_by: 'client' })
  await expect(run(id!)).rejects.toMatchObject({ code: 'svc_site_suspended' })
})

it('fails when the order was deleted', async () => {
  await expect(run(99)).rejects.toMatchObject({ code: 'svc_user_order_not_found' })
})
