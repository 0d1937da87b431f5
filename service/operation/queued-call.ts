import { z } from 'zod'
import type { QueuedCall } from '../platform/queue/queue.ts'
import { keyScopes } from './actor.ts'
import type { Operation } from './operation.ts'
import { roles } from './permissions.ts'
import { type Pipeline, runOperation } from './run-operation.ts'

// Queued calls are read from a table, so they are validated like all outside input.
const storedCall = z.object({
  operation: z.string(),
  input: z.record(z.string(), z.unknown()),
  actor: z.object({
    kind: z.enum(['user', 'key', 'system']),
    name: z.string(),
    userId: z.number().nullable(),
    keyId: z.number().nullable(),
    sessionId: z.string().nullable(),
    role: z.enum(roles),
    scopes: z.array(z.enum(keyScopes)),
    // Schedules run as the system, which has no limits; work of users and keys is a job, which reads their present rights.
    limits: z.null(),
    address: z.string().nullable(),
  }),
})

/** A background job runs an operation through the same pipeline. */
export async function runQueuedCall(
  pipeline: Pipeline,
  operations: ReadonlyMap<string, Operation>,
  call: QueuedCall,
  id: string,
): Promise<void> {
  const { operation: name, input, actor } = storedCall.parse(call)
  const operation = operations.get(name)
  if (!operation) throw new Error(`A queued call names the operation ${name}, which does not exist.`)
  // Scheduled work of a module that is off is skipped and does not fail.
  if (operation.requires && !pipeline.isModuleActive(operation.requires)) return
  await runOperation(pipeline, operation, input, { actor, requestId: `queue-${id}`, confirmed: true })
}
