import { z } from 'zod'
import { isSlug } from '../../platform/connector/reading/slugs.ts'
import { coreSlug } from './update.ts'

/** Translations follow what they translate: they cannot be ignored. */
export const ignorableTypes = ['core', 'plugin', 'theme'] as const
export const IgnorableType = z.enum(ignorableTypes)
export type IgnorableType = z.output<typeof IgnorableType>

/** What stands for a version when all are ignored. */
export const allVersions = 'all_versions'
/** What stands for a slug when everything of a type is ignored. */
export const everyItem = '*'
export const nameOfEveryItem = { core: 'WordPress', plugin: 'All plugins', theme: 'All themes' }

export const ignoreActions = ['ignore', 'unignore'] as const
export type IgnoreAction = (typeof ignoreActions)[number]

/** The words of the abilities for one site. */
export const IgnoreWord = z.enum(['add', 'remove']).describe('add ignores, remove takes it back.')
export const actionOfWord = { add: 'ignore', remove: 'unignore' } as const
/** For clients of the established product, which show a sentence. */
export const saidOf = (word: z.output<typeof IgnoreWord>) =>
  word === 'add' ? 'Updates ignored.' : 'Updates no longer ignored.'

/** What somebody wants to hear of no more, or again. */
export interface Ignoring {
  type: IgnorableType
  /** Empty: everything of the type. */
  slugs: readonly string[]
  /** Null: all versions. */
  version: string | null
}

const examples = { plugin: 'akismet/akismet.php', theme: 'twentytwentyfive' }
const mostAtOnce = 200
export const ItemSlugs = z.array(z.string().min(1).max(200)).max(mostAtOnce)
/** At least one, and told apart from a mistake before anything else happens. */
export const SlugsOf = (type: 'plugin' | 'theme') => {
  const slug = z
    .string()
    .max(200)
    .refine((text) => isSlug(type, text), { error: `is not the slug of a ${type}; it looks like ${examples[type]}` })
  return z
    .array(slug.meta({ examples: [examples[type]] }))
    .min(1)
    .max(mostAtOnce)
}
export const Version = z
  .string()
  .min(1)
  .max(60)
  .meta({ examples: ['2.1.0'] })
  .describe('Only this version; without it all versions.')

/** Why a text cannot be the slug of something of this type; null when it can. */
export function slugProblem(type: IgnorableType, slug: string): string | null {
  if (type === 'core') return slug === coreSlug ? null : `must be ${coreSlug}`
  if (isSlug(type, slug)) return null
  return `is not the slug of a ${type}; it looks like ${examples[type]}`
}

export const Notes = z.array(z.string()).describe('What still keeps an item ignored after this was taken back.')
