import { batch, route } from '../../operation/address.ts'
import { showClient, showClients, showSiteClient } from './describe-client.ts'
import { addClient } from './operations/add-client.ts'
import { addClientField } from './operations/add-client-field.ts'
import { countClientSites } from './operations/count-client-sites.ts'
import { countClients } from './operations/count-clients.ts'
import { deleteClient } from './operations/delete-client.ts'
import { deleteClientField } from './operations/delete-client-field.ts'
import { exportClients } from './operations/export-clients.ts'
import { getClient } from './operations/get-client.ts'
import { getClientSites } from './operations/get-client-sites.ts'
import { getSiteClient } from './operations/get-site-client.ts'
import { importClients } from './operations/import-clients.ts'
import { listClientFields } from './operations/list-client-fields.ts'
import { listClients } from './operations/list-clients.ts'
import { suspendClient } from './operations/suspend-client.ts'
import { unsuspendClient } from './operations/unsuspend-client.ts'
import { updateClient } from './operations/update-client.ts'
import { updateClientField } from './operations/update-client-field.ts'

const names = { id_or_email: 'client_id_or_email' }

// The established product uses all over REST and any in abilities.
const valueAliases = { status: { all: 'any' } }

export const addresses = [
  route('GET /clients', listClients, { valueAliases, list: 'items', toData: showClients }),
  route('GET /clients/count', countClients, {
    valueAliases,
    envelopeFields: ({ total }: { total: number }) => ({ total }),
  }),
  route('POST /clients/add', addClient, { message: 'Client added.', toData: showClient }),
  route('GET /clients/{id_or_email}', getClient, { names, toData: showClient }),
  route('POST|PUT|PATCH /clients/{id_or_email}/edit', updateClient, {
    names,
    message: 'Client updated.',
    toData: showClient,
  }),
  route('DELETE /clients/{id_or_email}/remove', deleteClient, { names, message: 'Client deleted.' }),
  route('GET /clients/{id_or_email}/sites', getClientSites, { names, list: 'sites' }),
  route('GET /clients/{id_or_email}/sites/count', countClientSites, {
    names,
    envelopeFields: ({ sites_count }: { sites_count: number }) => ({ total: sites_count }),
  }),
  route('POST|PUT|PATCH /clients/{id_or_email}/suspend', suspendClient, { names, message: 'Client suspended.' }),
  route('POST|PUT|PATCH /clients/{id_or_email}/unsuspend', unsuspendClient, { names, message: 'Client unsuspended.' }),
  route('GET /clients/export', exportClients),
  route('POST /clients/import', importClients, { message: 'Clients imported.' }),

  // pre_page is how the interface spells it here.
  route('GET /clients/fields', listClientFields, { names: { pre_page: 'per_page' }, list: 'items' }),
  route('POST /clients/fields/add', addClientField, { message: 'Client field added.' }),
  route('PUT|PATCH /clients/fields/{id_name}/edit', updateClientField, { message: 'Client field updated.' }),
  route('DELETE /clients/fields/{id_name}/delete', deleteClientField, { message: 'Client field deleted.' }),

  route('GET /sites/{id_or_domain}/client', getSiteClient, {
    names: { id_or_domain: 'site_id_or_domain' },
    toData: showSiteClient,
  }),

  batch('clients.create', addClient, null, { toData: showClient, uniqueField: 'client_email' }),
  batch('clients.update', updateClient, 'client_id_or_email', { toData: showClient }),
  batch('clients.delete', deleteClient, 'client_id_or_email'),
]
