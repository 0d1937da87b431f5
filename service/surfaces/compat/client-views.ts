import { type Records, recordsWhere, showRecords } from './further-calls.ts'
import { text, time, unixTime, without } from './values.ts'
import type { NamedValues, RouteView, ViewContext, Views } from './view.ts'

/** What our operations `get-client` and `list-clients` with details say about a client. */
export interface ClientRecord {
  id: number
  name: string
  email: string
  phone: string
  status: string
  created_at: string
  address_1: string
  address_2: string
  city: string
  state: string
  zip: string
  country: string
  note: string
  facebook: string
  twitter: string
  instagram: string
  linkedin: string
  contacts?: ContactRecord[]
}

interface ContactRecord {
  id: number
  name: string
  email: string
  phone: string
  role: string
  facebook: string
  twitter: string
  instagram: string
  linkedin: string
  is_primary: boolean
}

const primaryOf = ({ contacts = [] }: ClientRecord) => contacts.find(({ is_primary }) => is_primary)

/** One client. */
export const showOneClient = (client: ClientRecord) => ({
  id: text(client.id),
  name: client.name,
  address_1: client.address_1,
  address_2: client.address_2,
  city: client.city,
  zip: client.zip,
  state: client.state,
  country: client.country,
  client_email: client.email,
  client_phone: client.phone,
  created: time(client.created_at),
  suspended: text(client.status === 'suspended'),
})

/** A client in a list. */
export const showListedClient = (client: ClientRecord) => ({
  ...showOneClient(client),
  note: client.note,
  client_facebook: client.facebook,
  client_twitter: client.twitter,
  client_instagram: client.instagram,
  client_linkedin: client.linkedin,
  primary_contact_id: text(primaryOf(client)?.id ?? 0),
})

/** The row of their database: with the columns of the primary contact, which are null without one. */
function showClientRow(client: ClientRecord) {
  const { id, ...columns } = showListedClient(client)
  const contact = primaryOf(client)
  return {
    client_id: id,
    ...columns,
    image: '',
    selected_icon_info: '',
    created: text(unixTime(client.created_at)),
    ...(contact ? showContact(contact, id) : noContact),
  }
}

const showContact = (contact: ContactRecord, clientId: string) => ({
  contact_id: text(contact.id),
  contact_client_id: clientId,
  contact_email: contact.email,
  contact_image: '',
  contact_icon_info: '',
  contact_name: contact.name,
  contact_phone: contact.phone,
  contact_role: contact.role,
  facebook: contact.facebook,
  twitter: contact.twitter,
  instagram: contact.instagram,
  linkedin: contact.linkedin,
})

const noContact = {
  contact_id: null,
  contact_client_id: null,
  contact_email: null,
  contact_image: null,
  contact_icon_info: null,
  contact_name: null,
  contact_phone: null,
  contact_role: null,
  facebook: null,
  twitter: null,
  instagram: null,
  linkedin: null,
}

/** The full records of these clients, in the order of their names. */
export const clientsOf = (ids: readonly number[]) => ({
  operation: 'list-clients',
  input: {},
  // No client has the id 0, and an empty list would mean all clients.
  fixed: { include: ids.length === 0 ? [0] : ids, include_details: true, per_page: 1_000_000 },
})

export const showListedClients = ({ items }: { items: ClientRecord[] }) => items.map(showListedClient)

const unusedParameters = ['with_tags', 'with_contacts', 'custom_fields']

/** Statuses that no client has here; they match nothing instead of everything. */
const readFilters = (sent: NamedValues): NamedValues => without(sent, ...unusedParameters)

const sitesOf = (id: number) => ({
  operation: 'get-sites-basic',
  input: {},
  fixed: { client_id: id, per_page: 1_000_000 },
})
const siteIds = ({ sites }: { sites: { id: number }[] }) =>
  sites.length === 0 ? null : sites.map(({ id }) => id).join(',')

const written: RouteView = {
  also: ({ id }: ClientRecord) => ({ sites: sitesOf(id) }),
  body: (client: ClientRecord, { own, also }: ViewContext) => ({
    success: 1,
    message: own.message,
    data: { ...showOneClient(client), selected_sites: siteIds(also('sites')) },
  }),
}

const suspension: RouteView = {
  also: ({ client_id }: { client_id: number }) => ({
    client: { operation: 'get-client', input: { client_id_or_email: client_id } },
  }),
  body: (_: unknown, { own, also }: ViewContext) => ({
    success: 1,
    message: own.message,
    data: showOneClient(also('client')),
  }),
}

interface ClientField {
  field_id: number
  name: string
  description: string
}

const showField = ({ field_id, name, description }: ClientField) => ({ name, field_id: text(field_id), description })

export const clientViews: Views = {
  'GET /clients': {
    input: readFilters,
    fixed: { include_details: true },
    body: ({ items, total }: { items: ClientRecord[]; total: number }) => ({
      success: 1,
      total,
      data: items.map(showListedClient),
    }),
  },
  'GET /clients/count': { body: ({ total }: { total: number }) => ({ success: 1, total: text(total) }) },
  'POST /clients/add': written,
  'GET /clients/{id_or_email}': {
    input: readFilters,
    body: (client: ClientRecord) => ({ success: 1, data: showOneClient(client) }),
  },
  'POST|PUT|PATCH /clients/{id_or_email}/edit': written,
  'DELETE /clients/{id_or_email}/remove': {
    before: ({ client_id_or_email }) => ({ client: { operation: 'get-client', input: { client_id_or_email } } }),
    body: ({ client_id, client_name }: Deleted, { own, also }: ViewContext) => {
      const client = also<ClientRecord | undefined>('client')
      const data = client ? showOneClient(client) : { id: text(client_id), name: client_name }
      return { success: 1, message: own.message, data }
    },
  },
  'POST|PUT|PATCH /clients/{id_or_email}/suspend': suspension,
  'POST|PUT|PATCH /clients/{id_or_email}/unsuspend': suspension,
  'GET /clients/{id_or_email}/sites': {
    input: ({ client_id_or_email }) => ({ client_id_or_email, page: 1, per_page: 1 }),
    also: ({ client_id }: { client_id: number }, sent: NamedValues) => ({ records: recordsWhere({ client_id }, sent) }),
    body: (_: unknown, { also, sent }: ViewContext) => {
      const records = also<Records>('records')
      return { success: 1, total: records.total, data: showRecords(records, sent) }
    },
  },
  'GET /clients/{id_or_email}/sites/count': {
    body: ({ sites_count }: { sites_count: number }) => ({ success: 1, total: sites_count }),
  },
  'GET /clients/fields': {
    body: ({ items }: { items: ClientField[] }, { own }: ViewContext) =>
      items.length === 0
        ? { success: 0, message: 'There are no client fields.' }
        : { success: 1, total: own.total, pages: own.pages, data: items.map(showField) },
  },
  'POST /clients/fields/add': {
    body: (field: ClientField, { own }: ViewContext) => ({ success: 1, message: own.message, data: showField(field) }),
  },
  'PUT|PATCH /clients/fields/{id_name}/edit': { body: (_: unknown, { own }: ViewContext) => done(own.message) },
  'DELETE /clients/fields/{id_name}/delete': { body: (_: unknown, { own }: ViewContext) => done(own.message) },
  'GET /sites/{id_or_domain}/client': {
    also: ({ client }: { client: { id: number } | null }) => ({ clients: clientsOf(client ? [client.id] : []) }),
    body: (_: unknown, { also }: ViewContext) => {
      const [client] = also<{ items: ClientRecord[] }>('clients').items
      return client ? { success: 1, data: showClientRow(client) } : { success: 0, error: 'The site has no client.' }
    },
  },
}

interface Deleted {
  client_id: number
  client_name: string
}

const done = (message: unknown) => ({ success: 1, message })
