import type { OpenApiDocument } from '../surfaces/openapi/build-openapi.ts'

/** operationId → `METHOD path`. */
export type OperationIds = Record<string, string>

/** The ids of the document; throws when two addresses have the same one. */
export function operationIdsOf({ paths }: Pick<OpenApiDocument, 'paths'>): OperationIds {
  const ids: OperationIds = {}
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, entry] of Object.entries(item)) {
      // describeOperation gives every entry its id.
      const { operationId } = entry as { operationId: string }
      const address = `${method.toUpperCase()} ${path}`
      if (Object.hasOwn(ids, operationId))
        throw new Error(
          `${ids[operationId]} and ${address} have the operationId ${operationId}; give one route an \`id\` of its own.`,
        )
      ids[operationId] = address
    }
  }
  return ids
}

/** Each promised id that the service has no more, or has at another address. */
export const brokenPromises = (promised: OperationIds, current: OperationIds): string[] =>
  Object.entries(promised)
    .filter(([id, address]) => current[id] !== address)
    .map(([id, address]) => `${id} was ${address}, and is now ${current[id] ?? 'missing'}`)

/** The promised ids with the new ones. What was promised stays as it is, even if the service broke it. */
export function addNewIds(promised: OperationIds, current: OperationIds): OperationIds {
  const all = Object.entries({ ...current, ...promised })
  return Object.fromEntries(all.sort(([one], [other]) => (one < other ? -1 : 1)))
}
