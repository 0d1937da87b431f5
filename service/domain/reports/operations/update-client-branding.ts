import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { permissionDenied } from '../../../operation/errors.ts'
import { hasCredentials } from '../../../operation/hide-credentials.ts'
import { operation } from '../../../operation/operation.ts'
import { typedKeys } from '../../../platform/typed-keys.ts'
import { ClientRef, requireClient } from '../../clients/index.ts'
import { ClientBranding, clientBrandingShape } from '../client-branding.ts'
import { updateClientBrandingRows } from '../client-branding-store.ts'
import { describeClientBranding } from '../find-client-branding.ts'

// The values are stored and returned in plain text.
const hasNoCredentials = (value: unknown) => typeof value !== 'string' || !hasCredentials(value)
const keys = typedKeys(clientBrandingShape)
const fields = Object.fromEntries(
  keys.map((key) => [
    key,
    z
      .union([clientBrandingShape[key], z.null()])
      .refine(hasNoCredentials, 'must not contain a user name or password')
      .describe(clientBrandingShape[key].description ?? key)
      .optional(),
  ]),
)

/** It concerns all reports of the client, also about sites outside the limits. */
async function requireWholeClient(context: Context, ref: z.output<typeof ClientRef>) {
  if (context.actor.limits)
    throw permissionDenied('A user or key that is limited to certain sites cannot change how reports look.')
  return requireClient(context, ref)
}

export const updateClientBranding = operation({
  name: 'update-client-branding',
  summary:
    'Change how reports and e-mails for a client look. Values that are not sent do not change; null uses the value of all reports again.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'reports.manage',
  requires: 'reports',
  input: z.strictObject({ client_id_or_email: ClientRef, ...fields }),
  output: ClientBranding,
})
  .plans(async ({ client_id_or_email, ...given }, context) => {
    const client = await requireWholeClient(context, client_id_or_email)
    const changed = Object.entries(given).filter(([, value]) => value !== undefined)
    return { client_id: client.id, would_affect: changed.map(([setting]) => ({ setting })) }
  })
  .does(async ({ client_id_or_email, ...given }, context) => {
    const { id } = await requireWholeClient(context, client_id_or_email)
    await updateClientBrandingRows(context.db, id, given, context.clock.now())
    return describeClientBranding(context.db, id)
  })
