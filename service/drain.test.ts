import { afterEach, beforeEach, expect, it } from 'vitest'
import { type House, openHouse } from './testing/house.ts'

let house: House
beforeEach(async () => {
  house = await openHouse({ serves: true })
})
afterEach(() => house.close())

const status = async (url: string) => (await house.request({ method: 'GET', url })).status

it('while it drains it is not ready, alive, and answers everybody who still comes', async () => {
  expect(await status('/readyz')).toBe(200)
  let drained = false
  const draining = house.app.drain(10).then(() => {
    drained = true
  })
  expect(await status('/readyz')).toBe(503)
  expect(await status('/healthz')).toBe(200)
  expect(await status('/api/v2/sites')).toBe(401)
  house.clock.advance(9_000)
  expect(drained).toBe(false)
  house.clock.advance(1_000)
  await draining
})
