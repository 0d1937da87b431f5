import { expect, it } from 'vitest'
import { setUpTimeTracker } from '../testing/set-up-time-tracker.ts'

const fixture = setUpTimeTracker()
const edit = (fields: object, headers?: Record<string, string>, id: number | string = 1) =>
  fixture.rest(`PATCH /time-tracker/clients/${id}/settings/edit`, fields, headers)

it('changes only one client, and null selects the global setting', async () => {
  const tasks = [await fixture.task({ client: 1, total_price: 5 }), await fixture.task({ client: 2, total_price: 5 })]
  expect((await edit({ currency: 'GBP', decimals: 0 })).body.data).toMatchObject({ own: ['currency', 'decimals'] })
  expect((await fixture.read(tasks[0].id)).total_price_text).toBe('£5')
  expect((await fixture.read(tasks[1].id)).total_price_text).toBe('$5.00')
  expect((await edit({ currency: null })).body.data).toMatchObject({ currency: 'USD', own: ['decimals'] })
})

it('accepts an empty thousand separator', async () => {
  expect((await edit({ thousand_separator: '' })).body.data).toMatchObject({
    thousand_separator: '',
    own: ['thousand_separator'],
  })
})

it('rejects a contradiction with the global settings', async () => {
  const { status, body } = await edit({ decimal_separator: ',' })
  expect([status, Object.keys(body.data.params)]).toEqual([400, ['thousand_separator']])
  expect((await edit({ decimal_separator: ',', thousand_separator: '.' })).status).toBe(200)
})

it('lists the changes in a dry run', async () => {
  const { data } = (await edit({ decimals: 3, dry_run: true })).body
  expect(data).toMatchObject({ client_id: 1, would_affect: ['decimals'] })
  expect((await fixture.rest('GET /time-tracker/clients/1/settings')).body.data.own).toEqual([])
})

it('keeps all changes of simultaneous edits', async () => {
  const edits = [
    { decimals: 1 },
    { currency: 'EUR' },
    { rounding: true },
    { rounding_minutes: 5 },
    { rounding_direction: 'up' },
  ]
  const answers = await Promise.all(edits.map((fields) => edit(fields)))
  expect(answers.map(({ status }) => status)).toEqual(edits.map(() => 200))
  expect((await fixture.rest('GET /time-tracker/clients/1/settings')).body.data).toMatchObject(
    Object.assign({}, ...edits),
  )
})

it('lets a limited key change only clients that it sees fully', async () => {
  const { headers } = fixture.people.keys.limited
  expect((await edit({ decimals: 1 }, headers)).status).toBe(403)
  expect((await edit({ decimals: 1 }, headers, 2)).status).toBe(404)
  await fixture.ability('update-client', { client_id_or_email: 1, selected_sites: [1] })
  expect((await edit({ decimals: 1 }, headers)).status).toBe(200)
  expect((await edit({ decimals: 1 }, fixture.people.manager.headers, 99)).body.code).toBe('svc_client_not_found')
})
