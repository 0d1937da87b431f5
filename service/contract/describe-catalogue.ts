import { type Address, isAlwaysPaged, restPageSize } from '../operation/address.ts'
import type { Operation } from '../operation/operation.ts'
import type { Described } from '../surfaces/openapi/build-openapi.ts'

/** Every operation as data, ordered by name. */
export function describeCatalogue({ operations, addresses }: Described) {
  return {
    operations: byName(operations).map((operation) => ({
      name: operation.name,
      ability: operation.ability ?? null,
      category: operation.category ?? null,
      label: operation.label,
      summary: operation.summary,
      effect: operation.effect,
      idempotent: operation.idempotent,
      permission: operation.permission,
      requires: operation.requires ?? null,
      answers: operation.answers,
      aliases: operation.aliases,
      addresses: addresses.filter((address) => address.operation === operation).map(describeAddress),
      input: operation.inputSchema,
      output: operation.outputSchema,
    })),
  }
}

export const byName = (operations: readonly Operation[]) => [...operations].sort((a, b) => (a.name < b.name ? -1 : 1))

function describeAddress(address: Address) {
  if (address.kind === 'batch') return { kind: 'batch', group: address.group, action: address.action }
  const { names, fixed, list, toData, message } = address.options
  return {
    kind: 'route',
    methods: address.methods,
    path: address.path,
    ...(names && { names }),
    ...(fixed && { fixed }),
    ...(list !== undefined && { list }),
    ...(isAlwaysPaged(address) && { unpaged: restPageSize }),
    ...(toData && { reshaped: true }),
    ...(message !== undefined && { message }),
  }
}
