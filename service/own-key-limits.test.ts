import { expect, it } from 'vitest'
import { createKey } from './domain/access/keys/create-key.ts'
import { setUpService } from './testing/people.ts'

const fixture = setUpService({ protection: { rates: { reads: 5, changes: 2, heavy: 1 } } })
const read = (headers: Record<string, string>) => fixture.service.request({ url: '/api/v2/tags', headers })

it('a viewer does not get more calls with each key of flotilla login', async () => {
  const { db, clock, app } = fixture.service
  const { viewer, administrator } = fixture.people
  const createFor = async (madeByUserId: number) => {
    const input = { userId: viewer.id, madeByUserId, description: 'flotilla login: laptop', scopes: ['read' as const] }
    const { token } = await createKey(db, app.context.access.hashingKey, input, clock.now())
    return { authorization: `Bearer ${token}` }
  }
  const statuses: number[] = []
  for (let call = 0; call < 6; call++) statuses.push((await read(await createFor(viewer.id))).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  // A key that an administrator has created for the viewer counts by itself, and others are served.
  expect((await read(await createFor(administrator.id))).status).toBe(200)
  expect((await read(administrator.headers)).status).toBe(200)
})
