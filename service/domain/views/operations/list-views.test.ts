import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('lists own views first, then shared ones, by name', async () => {
  const { manager, viewer } = fixture.people
  const save = (name: string, headers: Record<string, string>) =>
    rest('POST /views/save', { name, shared: true }, headers)
  for (const name of ['B', 'a']) await save(name, viewer.basic)
  await save('Z', manager.basic)
  const { body } = await rest('GET /views', undefined, manager.basic)
  expect(body.data.map(({ name, own }: { name: string; own: boolean }) => [name, own])).toEqual([
    ['Z', true],
    ['a', false],
    ['B', false],
  ])
})
