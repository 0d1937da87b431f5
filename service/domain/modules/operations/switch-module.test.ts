import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const put = (name: string, payload: object, headers = fixture.people.administrator.headers) =>
  fixture.service.request({ method: 'PUT', url: `/api/v2/modules/${name}`, headers, payload })
const isActive = async (name: string) => {
  const { body } = await fixture.service.request({
    url: '/api/v2/modules',
    headers: fixture.people.administrator.headers,
  })
  return body.data.find((module: { name: string }) => module.name === name).active
}

it('switches a module off and on, and the list shows it at once', async () => {
  expect((await put('logs', { active: false })).body).toMatchObject({
    success: 1,
    data: { name: 'logs', active: false },
  })
  expect(await isActive('logs')).toBe(false)
  await put('logs', { active: true })
  expect(await isActive('logs')).toBe(true)
})

it('returns the change in a dry run and changes nothing', async () => {
  const { body } = await put('logs', { active: false, dry_run: true })
  expect(body.data).toMatchObject({
    dry_run: true,
    name: 'logs',
    would_affect: [{ name: 'logs', active: false }],
    count: 1,
  })
  expect(await isActive('logs')).toBe(true)
  expect((await put('logs', { active: true, dry_run: true })).body.data.count).toBe(0)
})

it('returns 400 with the known modules for an unknown one', async () => {
  const { status, body } = await put('sailing', { active: false })
  expect(status).toBe(400)
  expect(body.data.params.name).toContain('one of: logs, cost-tracker')
})

it('is for administrators', async () => {
  expect((await put('logs', { active: false }, fixture.people.manager.headers)).status).toBe(403)
})
