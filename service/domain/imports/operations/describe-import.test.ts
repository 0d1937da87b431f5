import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('returns the fields, a template and the field of each title', async () => {
  const { body } = await rest('POST /imports/sites/columns', { titles: ['Website', 'Login', 'PHP'] })
  expect(body.data).toMatchObject({
    kind: 'sites',
    columns: [
      { title: 'Website', field: 'url' },
      { title: 'Login', field: 'admin' },
      { title: 'PHP', field: null },
    ],
    template: expect.stringMatching(/^url,admin,/),
  })
  expect(body.data.fields[0]).toMatchObject({ name: 'url', required: true })
})

it('ignores a column of passwords of users', async () => {
  const { body } = await rest('POST /imports/users/columns', { titles: ['E-Mail', 'Password'] })
  expect(body.data.columns.map(({ field }: { field: string | null }) => field)).toEqual(['email', null])
})

it('refuses an unknown kind', async () => {
  expect((await rest('GET /imports/planets')).status).toBe(400)
})
