import { expect, it } from 'vitest'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'

const fixture = setUpServiceWithSites({ works: true })
const disconnect = (id: number) => fixture.ability('disconnect-site', { site_id_or_domain: id })

it('reconnects all disconnected sites; a failing site does not stop the others', async () => {
  const [good, dead, other] = [await fixture.connected(), await fixture.connected(), await fixture.connected()]
  const untouched = await fixture.connected()
  for (const { id } of [good, dead, other]) await disconnect(id)
  dead.child.setFault('refuse', { on: '*' })
  const calls = { ...untouched.child.counts }
  const { status, body } = await fixture.ability('reconnect-sites')
  expect(status).toBe(200)
  const byId = (a: { id: number }, b: { id: number }) => a.id - b.id
  expect({ ...body, reconnected: body.reconnected.toSorted(byId) }).toEqual({
    reconnected: [
      { id: good.id, url: good.child.url, name: expect.any(String) },
      { id: other.id, url: other.child.url, name: expect.any(String) },
    ],
    errors: [
      {
        identifier: dead.id,
        site_id: dead.id,
        site_url: dead.child.url,
        site_name: expect.any(String),
        code: 'svc_connection_failed',
        message: expect.any(String),
      },
    ],
    total_reconnected: 2,
    total_errors: 1,
  })
  expect(untouched.child.counts).toEqual(calls)
})

it('reconnects named sites, connected or not, each once', async () => {
  const { child, id } = await fixture.connected()
  const { body } = await fixture.ability('reconnect-sites', { site_ids_or_domains: [child.url, id, 99] })
  expect(body).toMatchObject({ total_reconnected: 1, errors: [{ identifier: 99, code: 'svc_site_not_found' }] })
  expect(child.counts.extra_execution).toBe(1)
})

it('reports a failing site by the reference of the caller', async () => {
  const { child, id } = await fixture.connected()
  await disconnect(id)
  child.setFault('refuse', { on: '*' })
  const { body } = await fixture.ability('reconnect-sites', { site_ids_or_domains: [child.url] })
  expect(body.errors).toMatchObject([{ identifier: child.url, site_id: id }])
})

it('reconnects all disconnected sites for an empty list in a batch', async () => {
  const [gone, other] = [await fixture.connected(), await fixture.connected()]
  await disconnect(gone.id)
  const calls = { ...other.child.counts }
  const { body } = await fixture.rest('POST /batch', { sites: { reconnect: [] } })
  expect(body.sites.reconnect).toMatchObject([{ success: 1, data: { total_reconnected: 1, errors: [] } }])
  await disconnect(gone.id)
  const dedicated = await fixture.rest('POST /sites/batch', { reconnect: [], disconnect: [] })
  expect(dedicated.body).toMatchObject({ reconnect: [{ success: 1, data: { total_reconnected: 1 } }], disconnect: [] })
  expect(other.child.counts).toEqual(calls)
})

it('responds over REST', async () => {
  const { id } = await fixture.connected()
  const { body } = await fixture.rest('POST /sites/reconnect', { include: [id] })
  expect(body).toMatchObject({ success: 1, data: { reconnected: [{ id }] } })
})
