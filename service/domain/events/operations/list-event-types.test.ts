import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('lists every type with the JSON schema of its data', async () => {
  const { status, body } = await rest('GET /events/types', undefined, fixture.people.viewer.headers)
  expect(status).toBe(200)
  const types = body.data as { type: string; schema: { type: string; properties: object } }[]
  expect(types.length).toBeGreaterThanOrEqual(24)
  for (const { type, schema } of types) {
    expect(type).toMatch(/^[a-z_]+\.[a-z_]+$/)
    expect(schema.type).toBe('object')
  }
  expect(types.find(({ type }) => type === 'monitor.down')?.schema.properties).toHaveProperty('incident_id')
})
