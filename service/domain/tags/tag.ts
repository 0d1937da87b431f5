import { z } from 'zod'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import type { ListedTag, TagRow } from './tag-store.ts'

export const TagId = z.int().min(1)

export const TagName = z
  .string()
  .min(1)
  .max(100)
  .refine((text) => text.trim() !== '' && !/\p{Cc}/u.test(text), 'must be one line of text and not empty')

const hexColor = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

export const TagColor = z
  .string()
  .max(20)
  .refine((text) => text.trim() === '' || hexColor.test(text.trim()), 'must be a colour such as #3498db or #39d')
  .nullable()
  .describe('#rrggbb or #rgb; null or "": selected by its name.')

/** One spelling in the table: #rrggbb in small letters, or null for none. */
export function toStoredColor(color: string | null): string | null {
  const digits = color?.trim().slice(1).toLowerCase() ?? ''
  if (digits === '') return null
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`
}

/** Colours that are readable on white and on black. */
const palette = ['#0b7a75', '#2f6db5', '#8a4fbf', '#b5452f', '#9a6b00', '#3d7a2e', '#b0417f', '#5b6770']

/** The colour of a tag without one, by its name. */
export function colorOfName(name: string): string {
  const sum = [...name.toLowerCase()].reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7)
  return palette[sum % palette.length] ?? '#5b6770'
}

export const TagBrief = z.object({
  id: z.int(),
  name: z.string(),
  color: z.string(),
  sites_count: z.int(),
  created_at: timestamp,
})
export type TagBrief = z.output<typeof TagBrief>

export const TagDetail = TagBrief.extend({ updated_at: timestamp, sites_ids: z.array(z.int()) })
export type TagDetail = z.output<typeof TagDetail>

export const TagListEntry = TagBrief.extend({ sites_ids: z.array(z.int()).optional() })

export const toTagBrief = ({ id, name, color, sites_count, created_at }: Omit<TagRow, 'updated_at' | 'sites_ids'>) => ({
  id,
  name,
  color: color ?? colorOfName(name),
  sites_count,
  created_at: isoTime(created_at),
})

export const toListedTag = ({ sites_ids, ...row }: ListedTag) => ({
  ...toTagBrief(row),
  ...(sites_ids && { sites_ids }),
})

export const toTagDetail = (row: TagRow): TagDetail => ({
  ...toTagBrief(row),
  updated_at: isoTime(row.updated_at),
  sites_ids: row.sites_ids,
})

/** Clients of the established product read `count_sites` over REST. */
export const showTag = (tag: TagBrief) => ({ ...tag, count_sites: tag.sites_count })

export const showTags = ({ items }: { items: TagBrief[] }) => items.map(showTag)

export const showTagClients = ({ clients }: { clients: { email: string }[] }) =>
  clients.map(({ email, ...client }) => ({ ...client, client_email: email }))
