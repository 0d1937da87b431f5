import { expect, it } from 'vitest'
import { setUpTimeTracker } from '../testing/set-up-time-tracker.ts'

const fixture = setUpTimeTracker()
const edit = (fields: object, headers?: Record<string, string>) =>
  fixture.rest('PUT /time-tracker/settings/edit', fields, headers)
const european = {
  currency: 'EUR',
  currency_position: 'right_space',
  thousand_separator: '.',
  decimal_separator: ',',
}

it('changes the money format, keeps the rest, and null restores the default', async () => {
  const { id } = await fixture.task({ total_price: '1234567.8' })
  expect((await edit(european)).body).toMatchObject({
    message: 'Settings updated.',
    data: { currency: 'EUR', decimals: 2 },
  })
  expect((await fixture.read(id)).total_price_text).toBe('1.234.567,80 €')
  await edit({ decimals: 0 })
  expect((await edit({ currency: null })).body.data).toMatchObject({
    currency: 'USD',
    decimals: 0,
    decimal_separator: ',',
  })
})

it('lists the changes in a dry run', async () => {
  expect((await edit({ ...european, decimals: 2, dry_run: true })).body.data.would_affect).toEqual([
    'currency',
    'currency_position',
    'thousand_separator',
    'decimal_separator',
    'decimals',
  ])
  expect((await fixture.rest('GET /time-tracker/settings')).body.data.currency).toBe('USD')
})

it.each([
  [{ currency: 'EURO' }, 'currency'],
  [{ currency: 'eur' }, 'currency'],
  [{ currency_position: 'above' }, 'currency_position'],
  [{ thousand_separator: '.' }, 'thousand_separator'],
  [{ thousand_separator: '7' }, 'thousand_separator'],
  [{ decimal_separator: '' }, 'decimal_separator'],
  [{ decimals: 5 }, 'decimals'],
  [{ rounding: 'perhaps' }, 'rounding'],
  [{ rounding_direction: 'sideways' }, 'rounding_direction'],
  [{ rounding_minutes: 0 }, 'rounding_minutes'],
  [{ default_timer_mode: 'count' }, 'default_timer_mode'],
  [{ colour: 'red' }, 'colour'],
])('rejects %j and names the field', async (fields, field) => {
  const { status, body } = await edit(fields)
  expect([status, Object.keys(body.data.params)]).toEqual([400, [field]])
})

it('requires an administrator', async () => {
  expect((await edit({ decimals: 1 }, fixture.people.manager.headers)).status).toBe(403)
  expect((await edit({ decimals: 1 }, fixture.people.keys.limited.headers)).status).toBe(403)
})
