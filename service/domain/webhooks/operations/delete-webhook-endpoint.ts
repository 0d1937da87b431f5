import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { deleteEndpoint } from '../endpoint-store.ts'
import { describeEndpoint, EndpointId, requireEndpoint } from '../webhook-endpoint.ts'

export const deleteWebhookEndpoint = operation({
  name: 'delete-webhook-endpoint',
  summary: 'Delete a webhook with its deliveries.',
  effect: 'destroy',
  audit: 'one-transaction',
  permission: 'settings.manage',
  stepUp: true,
  input: z.strictObject({ id: EndpointId }),
  output: z.object({ deleted: z.literal(true), id: z.int(), url: z.string() }),
})
  .plans(async ({ id }, { db, clock }) => {
    return { id, would_affect: [describeEndpoint(await requireEndpoint(db, id), clock.now())] }
  })
  .does(async ({ id }, { db }) => {
    const { url } = await requireEndpoint(db, id)
    await deleteEndpoint(db, id)
    return { deleted: true, id, url }
  })
