import { describe, expect, it } from 'vitest'
import { setUpContent } from '../../../testing/set-up-content.ts'
import { insertOrders } from '../user-order-store.ts'

const fixture = setUpContent(1)
const user = { username: 'mila', email: 'mila@example.com', role: 'author', password: 'a long secret' }
const order = async () => (await insertOrders(fixture.service, [user], fixture.service.clock.now()))[0]!
const run = (order_id: number, resumed = false) =>
  fixture.service.app.run('create-site-user', { site_id_or_domain: 1, order_id }, { resumed })

describe('create-site-user', () => {
  it('reads its input from the sealed order', async () => {
    const { output } = await run(await order())
    expect(output).toMatchObject({ site_id: 1, username: 'mila', role: 'author' })
    expect(fixture.sites[0]!.passwords.get('mila')).toBe('a long secret')
  })

  it('looks the user up first when it is resumed, and sends nothing twice', async () => {
    const id = await order()
    await run(id)
    expect((await run(id, true)).output).toMatchObject({
      user_id: fixture.sites[0]!.user('mila')!.id,
      warning: 'The user already existed.',
    })
    expect(fixture.sites[0]!.counts.newuser).toBe(1)
    await expect(run(id)).rejects.toMatchObject({ code: 'svc_already_exists' })
  })

  it('creates the user when it is resumed and the user does not exist', async () => {
    expect((await run(await order(), true)).output).toMatchObject({ role: 'author' })
    expect(fixture.sites[0]!.user('mila')).toBeDefined()
  })

  it('fails when the order was deleted', async () => {
    await expect(run(99)).rejects.toMatchObject({ code: 'svc_user_order_not_found' })
  })
})
