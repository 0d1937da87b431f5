import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { ClientStatus } from '../client.ts'
import { findClient } from '../client-store.ts'

export const getSiteClient = operation({
  name: 'get-site-client',
  ability: 'svc/get-site-client-v1',
  category: 'svc-sites',
  summary: 'Read the client of a site; null when it has none.',
  effect: 'read',
  permission: 'clients.read',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: z.object({
    site_id: z.int(),
    client: z.object({ id: z.int(), name: z.string(), email: z.string(), status: ClientStatus }).nullable(),
  }),
  aliases: { site_id: 'site_id_or_domain' },
}).does(async ({ site_id_or_domain }, context) => {
  const site = await requireSite(context, site_id_or_domain)
  const client = site.client_id === null ? undefined : await findClient(context.db, site.client_id, null)
  return { site_id: site.id, client: client ? { ...client, email: client.email ?? '' } : null }
})
