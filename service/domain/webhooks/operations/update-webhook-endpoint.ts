import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isEmptyInput } from '../../../operation/shapes.ts'
import { isSameHost } from '../../../platform/outbound/same-host.ts'
import { latestEventPosition } from '../../events/index.ts'
import { requireCallableUrl } from '../../notifications/index.ts'
import { endpointSecretColumn, updateEndpoint } from '../endpoint-store.ts'
import { newEndpointSecret } from '../sign-webhook.ts'
import {
  describeEndpoint,
  EndpointDescription,
  EndpointId,
  EndpointTypes,
  EndpointUrl,
  endpointNotFound,
  requireEndpoint,
  WebhookEndpoint,
} from '../webhook-endpoint.ts'

export const updateWebhookEndpoint = operation({
  name: 'update-webhook-endpoint',
  summary:
    'Change a webhook or switch it on or off; fields that are not sent do not change. It then receives what you may see. A URL on another host gets a new secret. Events of the time it was off are not sent; replay them.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  stepUp: true,
  input: z.strictObject({
    id: EndpointId,
    url: EndpointUrl.optional(),
    description: EndpointDescription.optional(),
    types: EndpointTypes.optional(),
    active: z.boolean().optional(),
  }),
  output: WebhookEndpoint.extend({ secret: z.string().optional().describe('A new secret, returned only once.') }),
})
  .plans(async ({ id, ...changes }, { db, clock }) => {
    const before = await requireEndpoint(db, id)
    const movesHost = changes.url !== undefined && !isSameHost(before.url, changes.url)
    const warnings = movesHost ? [`${changes.url} is on another host: a new secret is generated.`] : []
    return { id, would_affect: [{ ...describeEndpoint(before, clock.now()), ...changes }], warnings }
  })
  .does(async ({ id, types, ...changes }, context) => {
    const { db, secrets, clock, actor } = context
    const now = clock.now()
    const before = await requireEndpoint(db, id)
    if (isEmptyInput({ types, ...changes })) return describeEndpoint(before, now)
    if (changes.url !== undefined) await requireCallableUrl(context, changes.url)
    // The new host could replay deliveries signed with the old secret at the old host.
    const movesHost = changes.url !== undefined && !isSameHost(before.url, changes.url)
    const secret = movesHost ? newEndpointSecret() : undefined
    const isSwitchedOn = changes.active === true && !before.active
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const row = await updateEndpoint(db, id, {
      ...given,
      ...(types && { types: [...new Set(types)] }),
      ...(secret && {
        secret: secrets.seal(secret, endpointSecretColumn),
        previous_secret: null,
        previous_until: null,
      }),
      ...(isSwitchedOn && {
        position: await latestEventPosition(db),
        failing_since: null,
        switched_off_at: null,
        switched_off_reason: null,
      }),
      owner: JSON.stringify(actor),
      updated_at: now,
    })
    if (!row) throw endpointNotFound(id)
    return { ...describeEndpoint(row, now), ...(secret && { secret }) }
  })
