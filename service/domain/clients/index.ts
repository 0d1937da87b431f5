import type { Feature } from '../../operation/feature.ts'
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
import { addresses } from './rest.ts'

export const clientsFeature: Feature = {
  name: 'clients',
  tables: ['clients', 'client_contacts', 'client_fields', 'client_field_values'],
  operations: [
    listClients,
    countClients,
    getClient,
    addClient,
    updateClient,
    deleteClient,
    getClientSites,
    countClientSites,
    suspendClient,
    unsuspendClient,
    getSiteClient,
    listClientFields,
    addClientField,
    updateClientField,
    deleteClientField,
    exportClients,
    importClients,
  ],
  addresses,
}

export { ClientRef, ClientStatus } from './client.ts'
export { clientImport } from './client-columns.ts'
export { addClientNames, clientNameRules, findClientNames } from './client-names.ts'
export type { ClientRow, ListedClient } from './client-store.ts'
export { findClientsBySearch, hasClients, lockClient } from './client-store.ts'
export { isEmailOrEmpty } from './client-text.ts'
export { type ClientContact, maxContacts } from './contact.ts'
export { insertContacts } from './contact-store.ts'
export { findNamedClients, requireClient } from './find-client.ts'
export {
  addClientFields,
  findClientIdsByEmail,
  insertImportedClients,
  insertImportedValues,
  listClientIds,
} from './moved-client-store.ts'
