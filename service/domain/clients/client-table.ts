import type { ColumnType, Generated } from 'kysely'
import type { clientStatuses } from './client.ts'

export interface ClientTable {
  id: Generated<number>
  name: string
  email: string | null
  email_key: ColumnType<string | null, never, never>
  phone: Generated<string>
  address_1: Generated<string>
  address_2: Generated<string>
  city: Generated<string>
  state: Generated<string>
  zip: Generated<string>
  country: Generated<string>
  note: Generated<string>
  facebook: Generated<string>
  twitter: Generated<string>
  instagram: Generated<string>
  linkedin: Generated<string>
  status: Generated<(typeof clientStatuses)[number]>
  created_at: Date
  updated_at: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    clients: ClientTable
    client_fields: {
      id: Generated<number>
      name: string
      name_key: ColumnType<string, never, never>
      description: Generated<string>
      created_at: Date
    }
    client_field_values: { client_id: number; field_id: number; value: string }
  }
}
