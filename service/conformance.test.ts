import { describe, expect, it } from 'vitest'
import {
  compareInput,
  compareOutput,
  missingAbilities,
  missingRoutes,
  unexpectedAbilities,
} from '../spec/conformance.ts'
import { readAbilityRows, readRouteRows } from '../spec/rows.ts'
import { addresses, operations } from './catalogue.ts'
import { publishedInputSchema } from './operation/json-schema.ts'
import { readFields } from './operation/read-fields.ts'
import { allowedMethods } from './surfaces/abilities/methods.ts'
import { abilitiesNotYetServed, routesNotYetServed } from './testing/not-yet-served.ts'

/** Compares the specification with the service, row by row. */
const abilityRows = readAbilityRows()
const routeRows = readRouteRows()
const abilities = operations.filter((operation) => operation.ability !== undefined)
const servedAbilities = abilities.map((operation) => ({
  ability: operation.ability as string,
  methods: allowedMethods(operation),
}))
const batchPaths = [...new Set(addresses.flatMap((address) => (address.kind === 'batch' ? [address.group] : [])))]
const servedRoutes = [
  ...addresses.flatMap((address) =>
    address.kind === 'route' ? address.methods.map((method) => ({ method, path: address.path })) : [],
  ),
  ...['/batch', ...batchPaths.map((group) => `/${group}/batch`)].flatMap((path) =>
    ['POST', 'PUT', 'PATCH'].map((method) => ({ method, path })),
  ),
]

describe('the list of missing parts is empty', () => {
  it('abilities', () => {
    expect(missingAbilities(abilityRows, servedAbilities).sort()).toEqual([...abilitiesNotYetServed].sort())
  })

  it('routes', () => {
    expect(missingRoutes(routeRows, servedRoutes).sort()).toEqual([...routesNotYetServed].sort())
  })

  it('no ability is served that the specification does not have', () => {
    expect(unexpectedAbilities(abilityRows, servedAbilities)).toEqual([])
  })
})

describe('every ability matches the specification', () => {
  it.each(abilities.map((operation) => [operation.ability as string, operation] as const))('%s', (name, operation) => {
    const row = abilityRows.find(({ ability }) => ability === name)!
    expect(compareInput(row, publishedInputSchema(operation))).toEqual([])
    expect(compareOutput(row, operation.outputSchema)).toEqual([])
    expect([row.readonly, row.destructive, row.idempotent, row.category, row.requires ?? undefined]).toEqual([
      operation.effect === 'read',
      operation.effect === 'destroy',
      operation.idempotent,
      operation.category,
      operation.requires,
    ])
  })
})

describe('a missing required parameter is named as required', () => {
  const required = abilities.filter(({ inputSchema }) => (inputSchema.required ?? []).length > 0)
  it.each(required.map((operation) => [operation.ability as string, operation] as const))('%s', (_, operation) => {
    const { problems = {} } = readFields(operation.input, operation.inputSchema, {})
    for (const name of operation.inputSchema.required ?? [])
      expect([name, problems[name]]).toEqual([name, expect.stringMatching(/^is required/)])
  })
})
