import { expect, it } from 'vitest'
import { rooms } from '../../../catalogue.ts'
import { peopledHouse, signIn } from '../../../testing/people.ts'

const scene = peopledHouse()

it('clears away what is over, keeps what counts, and runs every hour', async () => {
  const { house, people } = scene
  await signIn(house, people.viewer)
  await house.request({
    method: 'POST',
    url: '/api/v2/access/sessions',
    remoteAddress: '203.0.113.1',
    payload: { login: 'x', password: 'x' },
  })
  house.clock.advance(24 * 3_600_000)
  await signIn(house, people.manager)
  const { output } = await house.app.run('forget-expired-access', {}, { confirmed: true })
  expect(output).toEqual({ sessions: 1, failures: 6, devices: 0 })
  expect(await house.db.selectFrom('sessions').select('user_id').execute()).toEqual([{ user_id: people.manager.id }])
  const again = await house.app.run('forget-expired-access', {}, { confirmed: true })
  expect(again.output).toEqual({ sessions: 0, failures: 0, devices: 0 })
  house.clock.advance(180 * 24 * 3_600_000)
  const late = await house.app.run('forget-expired-access', {}, { confirmed: true })
  expect(late.output).toMatchObject({ sessions: 1, devices: 2 })
  const schedule = rooms.find(({ name }) => name === 'access')!.schedule!
  expect(schedule.map(({ operation, cron }) => [operation.name, cron])).toEqual([
    ['forget-expired-access', '17 * * * *'],
  ])
})
