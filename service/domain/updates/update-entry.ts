import { z } from 'zod'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import { ReleaseStep, releaseStep } from './release-step.ts'
import { type AvailableUpdate, type UpdateType, updateTypes } from './update.ts'

/** The names of the types in the API, in the plural. */
export const TypeName = z.enum(['core', 'plugins', 'themes', 'translations'])
export type TypeName = z.output<typeof TypeName>

const typeOfName = {
  core: 'core',
  wp: 'core',
  plugins: 'plugin',
  themes: 'theme',
  translations: 'translation',
} as const

/** An empty list, or `all`, means every type. */
export function typesOf(typeNames: readonly (keyof typeof typeOfName | 'all')[]): UpdateType[] {
  const named = typeNames.flatMap((typeName) => (typeName === 'all' ? updateTypes : typeOfName[typeName]))
  return [...new Set(named.length === 0 ? updateTypes : named)]
}

/** The number of pending updates, by type. */
export const Summary = z.object({
  core: z.int(),
  plugins: z.int(),
  themes: z.int(),
  translations: z.int(),
  total: z.int(),
})
export type Summary = z.output<typeof Summary>

export function summaryOf({ core, plugins, themes, translations }: Omit<Summary, 'total'>): Summary {
  return { core, plugins, themes, translations, total: core + plugins + themes + translations }
}

export const summaryOfUpdates = (updates: readonly Pick<AvailableUpdate, 'type'>[]): Summary => {
  const countOf = (type: UpdateType) => updates.filter((update) => update.type === type).length
  const [core, plugins] = [countOf('core'), countOf('plugin')]
  return summaryOf({ core, plugins, themes: countOf('theme'), translations: countOf('translation') })
}

export const UpdateEntry = z.object({
  type: z.enum(updateTypes),
  slug: z.string(),
  name: z.string(),
  current_version: z.string().describe('Empty when the site does not report it.'),
  new_version: z.string().describe('Of translations: the version of the software that they are made for.'),
  step: ReleaseStep,
  active: z.boolean(),
  premium: z.boolean().describe('From its author, not from the public directory.'),
  has_package: z.boolean().describe('False: it cannot be installed, a licence is missing.'),
  translates: z.string().describe('Of translations: the type of the translated item (core, plugin, theme).'),
  language: z.string(),
  first_seen_at: timestamp.describe('When this version was first available there.'),
})
export type UpdateEntry = z.output<typeof UpdateEntry>

export const ListedUpdate = z
  .object({ site_id: z.int(), site_url: z.string(), site_name: z.string() })
  .extend(UpdateEntry.shape)

type Stored = Omit<UpdateEntry, 'step' | 'first_seen_at'> & { first_seen_at: Date }

export const toUpdateEntry = (update: Stored): UpdateEntry => ({
  type: update.type,
  slug: update.slug,
  name: update.name,
  current_version: update.current_version,
  new_version: update.new_version,
  step: releaseStep(update.type, update.current_version, update.new_version),
  active: update.active,
  premium: update.premium,
  has_package: update.has_package,
  translates: update.translates,
  language: update.language,
  first_seen_at: isoTime(update.first_seen_at),
})

export const toListedUpdate = (update: Stored & { site_id: number; site_url: string; site_name: string }) => ({
  site_id: update.site_id,
  site_url: update.site_url,
  site_name: update.site_name,
  ...toUpdateEntry(update),
})

/** The names of the types in REST; one, several or a comma list. */
export const RestTypeNames = z.array(z.enum(['all', 'wp', 'core', 'plugins', 'themes', 'translations'])).max(10)

/** Files of plugins, slugs of themes and translations, or `wordpress`. */
export const Slugs = z.array(z.string().min(1).max(300)).max(1_000)
