import type { Operation } from '../../operation/operation.ts'

/** The published method: GET for reads without required input, else POST. */
export function mainMethod(operation: Operation): 'GET' | 'POST' {
  const needsInput = Object.values(operation.input.shape).some((field) => !field.safeParse(undefined).success)
  return operation.effect === 'read' && !needsInput ? 'GET' : 'POST'
}

/** All accepted methods: clients of the established product derive the method from the annotations. */
export function allowedMethods(operation: Operation): string[] {
  if (operation.effect === 'read') return ['GET', 'HEAD', 'POST']
  return operation.effect === 'destroy' && operation.idempotent ? ['POST', 'DELETE'] : ['POST']
}
