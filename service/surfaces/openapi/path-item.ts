import type { Operation } from '../../operation/operation.ts'

export type PathItem = Record<string, unknown>
export type Paths = Record<string, PathItem>

/** Operation ids are unique and do not change when other operations are added or removed. */
export interface OperationIds {
  take(name: string, method: string): string
}

export function createOperationIds(): OperationIds {
  const taken = new Set<string>()
  return {
    take(name, method) {
      const candidates = [name, `${name}-${method.toLowerCase()}`]
      let id = candidates.find((candidate) => !taken.has(candidate))
      for (let number = 2; id === undefined; number++) {
        if (!taken.has(`${candidates[1]}-${number}`)) id = `${candidates[1]}-${number}`
      }
      taken.add(id)
      return id
    },
  }
}

/** The parts that are the same at every address of an operation. */
export function describeOperation(operation: Operation, tag: string, operationId: string) {
  const { name, label, summary, effect, idempotent, permission, requires } = operation
  return {
    operationId,
    tags: [tag],
    summary: label,
    description: summary,
    ...(permission === 'public' && { security: [] }),
    'x-operation': { name, effect, idempotent, permission, ...(requires !== undefined && { requires }) },
  }
}
