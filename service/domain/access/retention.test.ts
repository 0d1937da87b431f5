import { expect, it } from 'vitest'
import { setUpService, signInAs } from '../../testing/people.ts'

const fixture = setUpService()
const hour = 3_600_000

it('deletes ended sessions, old failures and unused devices, and keeps the others', async () => {
  const { service, people } = fixture
  await signInAs(service, people.viewer)
  await service.request({
    method: 'POST',
    url: '/api/v2/access/sessions',
    remoteAddress: '203.0.113.1',
    payload: { login: 'x', password: 'x' },
  })
  service.clock.advance(24 * hour + 1)
  await signInAs(service, people.manager)
  expect(await service.app.deleteOldRows()).toEqual({ failed_guesses: 6 })
  expect(await service.app.deleteOldRows()).toEqual({})
  service.clock.advance(6 * 24 * hour)
  expect(await service.app.deleteOldRows()).toEqual({ sessions: 1, failed_guesses: 3 })
  expect(await service.db.selectFrom('sessions').select('user_id').execute()).toEqual([{ user_id: people.manager.id }])
  service.clock.advance(180 * 24 * hour + 1)
  expect(await service.app.deleteOldRows()).toMatchObject({ sessions: 1, known_devices: 2 })
})
