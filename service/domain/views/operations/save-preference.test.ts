import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const save = (name: string, value: unknown, headers: Record<string, string>) =>
  rest(`PUT /access/me/preferences/${name}`, { value }, headers)
const preferences = async (headers: Record<string, string>) =>
  (await rest('GET /overview/desk', undefined, headers)).body.data.preferences

it('stores a value per user, and null deletes it', async () => {
  const { viewer, manager } = fixture.people
  expect((await save('columns.sites', ['client', 'tags'], viewer.basic)).status).toBe(200)
  await save('columns.sites', ['client'], viewer.basic)
  await save('columns.jobs', ['status'], viewer.basic)
  expect(await preferences(viewer.basic)).toEqual({ 'columns.sites': ['client'], 'columns.jobs': ['status'] })
  expect(await preferences(manager.basic)).toEqual({})
  await save('columns.jobs', null, viewer.basic)
  expect(await preferences(viewer.basic)).toEqual({ 'columns.sites': ['client'] })
})

it('refuses names and values that are not for it, and keys', async () => {
  const { basic } = fixture.people.viewer
  expect((await save('Columns', 'x', basic)).status).toBe(400)
  expect((await save('columns.sites', { a: 1 }, basic)).status).toBe(400)
  expect((await save('columns.sites', Array(100).fill('x'.repeat(100)), basic)).status).toBe(400)
  expect((await save('columns.sites', ['x'], fixture.people.keys.full.headers)).status).toBe(403)
})
