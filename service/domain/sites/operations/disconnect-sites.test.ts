import { expect, it } from 'vitest'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'

const fixture = setUpServiceWithSites({ works: true })

it('disconnects the named sites without notifying them', async () => {
  const [one, two] = [await fixture.connected(), await fixture.connected()]
  const { status, body } = await fixture.ability('disconnect-sites', {
    site_ids_or_domains: [one.id, two.child.url, 99],
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    disconnected: [
      { id: one.id, url: one.child.url },
      { id: two.id, url: two.child.url },
    ],
    errors: [{ identifier: 99, code: 'svc_site_not_found' }],
    total_disconnected: 2,
    total_errors: 1,
  })
  expect(one.child.connection).not.toBeNull()
  const { total } = (await fixture.ability('count-sites', { status: 'disconnected' })).body
  expect(total).toBe(2)
})

it('notifies them with notify_child', async () => {
  const { child, id } = await fixture.connected()
  await fixture.rest('POST /sites/disconnect', { include: [id], notify_child: true })
  expect(child.connection).toBeNull()
})
