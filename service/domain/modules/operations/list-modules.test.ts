import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()

it('lists all modules, active until switched off', async () => {
  const { body } = await fixture.service.request({ url: '/api/v2/modules', headers: fixture.people.viewer.headers })
  expect(body).toMatchObject({ success: 1, total: 8 })
  expect(body.data.map((module: { name: string; active: boolean }) => [module.name, module.active])).toEqual([
    ['logs', true],
    ['cost-tracker', true],
    ['comments', true],
    ['ssl-monitor', true],
    ['domain-monitor', true],
    ['perf-audit', true],
    ['reports', true],
    ['time-tracker', true],
  ])
})
