import { z } from 'zod'
import type { LaterCall } from '../platform/queue/queue.ts'
import { type Actor, keyScopes, roles } from './actor.ts'
import type { Operation } from './operation.ts'
import { type Pipeline, runOperation } from './run-operation.ts'

// A queued call was written by us, but it lay in a table: it is checked like everything that comes from outside.
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
    limits: z.object({ sites: z.array(z.number()), tags: z.array(z.number()) }).nullable(),
    address: z.string().nullable(),
  }),
})

/** A background job is an operation with a later date: it takes the same pipeline. */
export async function runLaterCall(
  pipeline: Pipeline,
  operations: ReadonlyMap<string, Operation>,
  call: LaterCall,
  id: string,
): Promise<void> {
  const { operation: name, input, actor } = storedCall.parse(call)
  const operation = operations.get(name)
  if (!operation) throw new Error(`A queued call names the operation ${name}, which does not exist.`)
  // A module that was switched off rests: its scheduled work is passed over, not failed.
  if (operation.requires && !pipeline.isModuleActive(operation.requires)) return
  await runOperation(pipeline, operation, input, { actor: actor as Actor, requestId: `queue-${id}`, confirmed: true })
}
