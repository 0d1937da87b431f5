import { z } from 'zod'
import { timestamp } from '../../operation/shapes.ts'
import { ClientContact } from './contact.ts'

export const clientStatuses = ['active', 'suspended'] as const
export const ClientStatus = z.enum(clientStatuses)
export const ClientStatusFilter = z.enum(['any', ...clientStatuses])

/** The id or e-mail address of a client; a text of digits is always an id. */
export const ClientRef = z.union([z.int().min(1), z.string().min(1).max(320)])
export type ClientRef = z.output<typeof ClientRef>

export const ClientBrief = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  status: ClientStatus,
  sites_count: z.int(),
  created_at: timestamp,
})
export type ClientBrief = z.output<typeof ClientBrief>

export const ClientDetail = ClientBrief.extend({
  address_1: z.string(),
  address_2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
  note: z.string(),
  facebook: z.string(),
  twitter: z.string(),
  instagram: z.string(),
  linkedin: z.string(),
  contacts: z.array(ClientContact),
  custom_fields: z.record(z.string(), z.string()),
  updated_at: timestamp,
})
export type ClientDetail = z.output<typeof ClientDetail>

/** An entry of a list: brief, or with details on request. */
export const ClientListEntry = ClientDetail.omit({ custom_fields: true, updated_at: true })
  .partial()
  .extend(ClientBrief.shape)
