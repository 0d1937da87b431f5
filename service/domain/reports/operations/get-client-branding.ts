import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ClientRef, requireClient } from '../../clients/index.ts'
import { ClientBranding } from '../client-branding.ts'
import { describeClientBranding } from '../find-client-branding.ts'

export const getClientBranding = operation({
  name: 'get-client-branding',
  summary: 'Read how reports and e-mails for a client look: sender, logo, colours, texts, sections and language.',
  effect: 'read',
  permission: 'reports.read',
  requires: 'reports',
  input: z.strictObject({ client_id_or_email: ClientRef }),
  output: ClientBranding,
}).does(async ({ client_id_or_email }, context) =>
  describeClientBranding(context.db, (await requireClient(context, client_id_or_email)).id),
)
