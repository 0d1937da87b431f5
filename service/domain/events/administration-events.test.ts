import { expect, it } from 'vitest'
import { callers } from '../../testing/callers.ts'
import { setUpService, signInAs } from '../../testing/people.ts'
import { dataOfEvents, publishedEvents } from '../../testing/published-events.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('publishes changed settings by their names, without values, and no unchanged ones', async () => {
  const { db } = fixture.service
  const change = async (svc_sitehealth_threshold: number) =>
    expect((await rest('PUT /settings/monitoring/edit', { svc_sitehealth_threshold })).status).toBe(200)
  await change(80)
  expect(await publishedEvents(db)).toEqual([])
  await change(100)
  expect(await publishedEvents(db)).toEqual(['settings.changed settings:monitoring'])
  expect(await dataOfEvents(db, 'settings.changed')).toEqual([
    { group: 'monitoring', keys: ['svc_sitehealth_threshold'] },
  ])
})

it('publishes a new API key without the key', async () => {
  const { token } = (await rest('POST /rest-api/add-key', { description: 'Zapier' })).body.data
  const events = await dataOfEvents(fixture.service.db, 'access.key_created')
  expect(events).toMatchObject([{ description: 'Zapier', scopes: ['read'], user_id: fixture.people.administrator.id }])
  expect(JSON.stringify(events)).not.toContain(token)
})

it('publishes a sign-in from a new device, but not the first sign-in of a user', async () => {
  const { db } = fixture.service
  await signInAs(fixture.service, fixture.people.viewer)
  expect(await publishedEvents(db)).toEqual([])
  await signInAs(fixture.service, fixture.people.viewer)
  expect(await dataOfEvents(db, 'access.new_device')).toMatchObject([
    { login: 'vera', user_id: fixture.people.viewer.id },
  ])
})
