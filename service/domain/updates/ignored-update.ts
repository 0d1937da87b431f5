import { z } from 'zod'
import { isSlug } from '../../platform/connector/reading/slugs.ts'
import { coreSlug } from './update.ts'

/** Translations follow their item and cannot be ignored. */
export const ignorableTypes = ['core', 'plugin', 'theme'] as const
export const IgnorableType = z.enum(ignorableTypes)
export type IgnorableType = z.output<typeof IgnorableType>

/** Stands for the version when all versions are ignored. */
export const allVersions = 'all_versions'
/** Stands for the slug when all items of a type are ignored. */
export const everyItem = '*'
export const nameOfEveryItem = { core: 'WordPress', plugin: 'All plugins', theme: 'All themes' }

export const ignoreActions = ['ignore', 'unignore'] as const
export type IgnoreAction = (typeof ignoreActions)[number]

export const AddOrRemove = z.enum(['add', 'remove']).describe('add ignores updates, remove stops ignoring them.')
export const ignoreActionOf = { add: 'ignore', remove: 'unignore' } as const

/** The updates to ignore, or to stop ignoring. */
export interface IgnoreTarget {
  type: IgnorableType
  /** Empty: all items of the type. */
  slugs: readonly string[]
  /** Null: all versions. */
  version: string | null
}

const examples = { plugin: 'akismet/akismet.php', theme: 'twentytwentyfive' }
const maxPerCall = 200
export const ItemSlugs = z.array(z.string().min(1).max(200)).max(maxPerCall)
/** At least one valid slug. */
export const SlugsOf = (type: 'plugin' | 'theme') => {
  const slug = z
    .string()
    .max(200)
    .refine((text) => isSlug(type, text), { error: `is not the slug of a ${type}; it looks like ${examples[type]}` })
  return z
    .array(slug.meta({ examples: [examples[type]] }))
    .min(1)
    .max(maxPerCall)
}
export const Version = z
  .string()
  .min(1)
  .max(60)
  .meta({ examples: ['2.1.0'] })
  .describe('Only this version; omit for all versions.')

/** Why a text is not a slug of this type; null when it is. */
export function slugProblem(type: IgnorableType, slug: string): string | null {
  if (type === 'core') return slug === coreSlug ? null : `must be ${coreSlug}`
  if (isSlug(type, slug)) return null
  return `is not the slug of a ${type}; it looks like ${examples[type]}`
}

/** Input of operations that ignore updates. */
export const ignoreNoteFields = {
  reason: z.string().max(500).default('').describe('Why it is ignored; shown in the list of ignored updates.'),
  until: z.iso
    .datetime()
    .nullable()
    .default(null)
    .describe('Ignored until then, such as 2027-01-31T00:00:00Z; null: until a person ends it.')
    .meta({ examples: ['2027-01-31T00:00:00Z'] }),
}

/** Why updates are ignored, and until when. */
export interface IgnoreReason {
  reason: string
  until: string | null
}

export const Notes = z.array(z.string()).describe('Rules that still ignore an item after this change.')
