import { compareInput, compareOutput, missingRoutes, readAbilityRows, readRouteRows } from '../../spec/conformance.ts'
import type { Feature } from '../operation/feature.ts'
import { publishedInputSchema } from '../operation/json-schema.ts'
import type { Operation } from '../operation/operation.ts'

type AbilityRow = ReturnType<typeof readAbilityRows>[number]

/** Differences between a feature's abilities and the contract, as sentences; empty if they match. */
export function abilityDifferences(feature: Feature, belongs: (row: AbilityRow) => boolean): string[] {
  const rows = readAbilityRows().filter(belongs)
  const promised = new Set(rows.map(({ ability }) => ability))
  const surplus = feature.operations.filter(({ ability }) => ability !== undefined && !promised.has(ability))
  return [
    ...surplus.map(({ ability }) => `${ability} is offered but not among the rows`),
    ...rows.flatMap((row) => {
      const operation = feature.operations.find(({ ability }) => ability === row.ability)
      return operation ? compare(row, operation) : [`${row.ability} is not offered`]
    }),
  ]
}

function compare(row: AbilityRow, operation: Operation): string[] {
  const facts = {
    readonly: operation.effect === 'read',
    destructive: operation.effect === 'destroy',
    idempotent: operation.idempotent,
    category: operation.category,
    requires: operation.requires ?? null,
  }
  return [
    ...Object.entries(facts)
      .filter(([fact, value]) => row[fact as keyof typeof facts] !== value)
      .map(
        ([fact, value]) => `${row.ability}: ${fact} is ${value}, the contract says ${row[fact as keyof typeof facts]}`,
      ),
    ...compareInput(row, publishedInputSchema(operation)),
    ...compareOutput(row, operation.outputSchema),
  ]
}

/** Rows of the contract for this feature without a route or batch key. */
export function routeDifferences(feature: Feature): string[] {
  const batches = ['POST', 'PUT', 'PATCH']
  const served = feature.addresses.flatMap((address) =>
    address.kind === 'route'
      ? address.methods.map((method) => ({ method: method as string, path: address.path }))
      : batches.map((method) => ({ method, path: `/${address.group}/batch` })),
  )
  return missingRoutes(
    readRouteRows().filter((row) => row.feature === feature.name),
    served,
  )
}

/** Fields of the contract that the operation of the route does not accept. */
export function fieldDifferences(feature: Feature): string[] {
  const routes = feature.addresses.filter((address) => address.kind === 'route')
  return readRouteRows()
    .filter((row) => row.feature === feature.name)
    .flatMap(({ method, path, params }) => {
      const route = routes.find((each) => each.path === path && (each.methods as string[]).includes(method))
      const fields = { ...route?.options.names, ...route?.operation.aliases, ...route?.operation.input.shape }
      return route ? params.filter((name) => !Object.hasOwn(fields, name)).map((name) => `${path} lacks ${name}`) : []
    })
}
