import { expect, it } from 'vitest'
import { createKey } from './domain/access/keys/create-key.ts'
import { setUpService, signInAs } from './testing/people.ts'

const fixture = setUpService({ protection: { rates: { reads: 5, changes: 2, heavy: 1 } } })
const read = (headers: Record<string, string>) => fixture.service.request({ url: '/api/v2/tags', headers })

it('a user does not get more calls with each key, also of an administrator; sessions and other users are not affected', async () => {
  const { db, clock, app } = fixture.service
  const { viewer, administrator, manager } = fixture.people
  const createFor = async (madeByUserId: number) => {
    const input = { userId: viewer.id, madeByUserId, description: 'flotilla login: laptop', scopes: ['read' as const] }
    const { token } = await createKey(db, app.context.access.hashingKey, input, clock.now())
    return { authorization: `Bearer ${token}` }
  }
  const statuses: number[] = []
  for (const madeBy of [viewer, viewer, viewer, administrator, administrator, administrator])
    statuses.push((await read(await createFor(madeBy.id))).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  const { cookie } = await signInAs(fixture.service, viewer)
  expect((await read({ cookie })).status).toBe(200)
  expect((await read(manager.headers)).status).toBe(200)
})
