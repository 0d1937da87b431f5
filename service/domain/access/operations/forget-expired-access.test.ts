import { expect, it } from 'vitest'
import { features } from '../../../catalogue.ts'
import { setUpService, signInAs } from '../../../testing/people.ts'

const scene = setUpService()

it('deletes expired rows, keeps the others, and runs every hour', async () => {
  const { service, people } = scene
  await signInAs(service, people.viewer)
  await service.request({
    method: 'POST',
    url: '/api/v2/access/sessions',
    remoteAddress: '203.0.113.1',
    payload: { login: 'x', password: 'x' },
  })
  service.clock.advance(24 * 3_600_000)
  await signInAs(service, people.manager)
  const { output } = await service.app.run('forget-expired-access', {}, { confirmed: true })
  expect(output).toEqual({ sessions: 1, failures: 6, devices: 0 })
  expect(await service.db.selectFrom('sessions').select('user_id').execute()).toEqual([{ user_id: people.manager.id }])
  const again = await service.app.run('forget-expired-access', {}, { confirmed: true })
  expect(again.output).toEqual({ sessions: 0, failures: 0, devices: 0 })
  service.clock.advance(180 * 24 * 3_600_000)
  const late = await service.app.run('forget-expired-access', {}, { confirmed: true })
  expect(late.output).toMatchObject({ sessions: 1, devices: 2 })
  const schedule = features.find(({ name }) => name === 'access')!.schedule!
  expect(schedule.map(({ operation, cron }) => [operation.name, cron])).toEqual([
    ['forget-expired-access', '17 * * * *'],
  ])
})
