import type { Operation } from '../../operation/operation.ts'

export type PathItem = Record<string, unknown>
export type Paths = Record<string, PathItem>

/** The first method of an address has the plain name, the others have theirs at its end. It depends on no other address. */
export const operationIdOf = (name: string, method: string, methods: readonly string[]): string =>
  method === methods[0] ? name : `${name}-${method.toLowerCase()}`

/** Header fields of everything that changes something for a caller with an account. */
export const changeHeaders = ({ effect, permission }: Operation) =>
  effect === 'read' || permission === 'public' ? [] : [{ $ref: '#/components/parameters/IdempotencyKey' }]

/** The parts that are the same at every address of an operation. */
export function describeOperation(operation: Operation, tag: string, operationId: string) {
  const { name, label, summary, effect, idempotent, permission, requires, deprecated } = operation
  return {
    operationId,
    tags: [tag],
    summary: label,
    description: deprecated ? `${summary} It ends on ${deprecated.ends}.` : summary,
    ...(deprecated && { deprecated: true }),
    ...(permission === 'public' && { security: [] }),
    'x-operation': { name, effect, idempotent, permission, ...(requires !== undefined && { requires }) },
  }
}
