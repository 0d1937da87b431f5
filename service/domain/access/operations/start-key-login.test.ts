import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'
import { keyLoginCalls } from '../testing/key-login-calls.ts'

const fixture = setUpService()
const { start } = keyLoginCalls(fixture)

it('returns a code to type and one to keep, stores only their hashes, and is limited per network', async () => {
  const { data } = (await start()).body
  expect(data).toMatchObject({
    user_code: expect.stringMatching(/^[0-9a-z]{4}-[0-9a-z]{4}$/),
    path: '/connect',
    interval: 5,
  })
  const [row] = await fixture.service.db.selectFrom('key_logins').selectAll().execute()
  expect(row).toMatchObject({
    name: 'laptop',
    address: '203.0.113.9',
    scopes: ['read', 'write', 'delete'],
    user_id: null,
  })
  expect(JSON.stringify(row)).not.toMatch(new RegExp(`${data.user_code}|${data.device_code}`))
  expect((await start({ scopes: ['metrics'] })).status).toBe(400)
  // The page of the person who confirms would show “of ada” as something else.
  for (const name of ['ada\u202e tpircs', 'a\u200bda', 'ada\u2066'])
    expect([name, (await start({ name })).status]).toEqual([name, 400])
  const statuses: number[] = []
  for (let count = 0; count < 10; count++) statuses.push((await start()).status)
  expect(statuses.at(-1)).toBe(429)
})
