import { z } from 'zod'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import { releaseStep, releaseSteps } from './release-step.ts'
import { type AvailableUpdate, type UpdateType, updateTypes } from './update.ts'

/** The words of the interface for the types, in the plural. */
export const TypeWord = z.enum(['core', 'plugins', 'themes', 'translations'])
export type TypeWord = z.output<typeof TypeWord>

const typeOfWord = {
  core: 'core',
  wp: 'core',
  plugins: 'plugin',
  themes: 'theme',
  translations: 'translation',
} as const

/** No word, or `all`, means every type. */
export function typesOf(words: readonly (keyof typeof typeOfWord | 'all')[]): UpdateType[] {
  if (words.length === 0 || words.includes('all')) return [...updateTypes]
  return [...new Set(words.map((word) => typeOfWord[word as keyof typeof typeOfWord]))]
}

export const ReleaseStep = z.enum(releaseSteps).describe('How far it goes, by the first number that changes.')

/** How many wait, by type. */
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
  current_version: z.string().describe('Empty when the site does not say.'),
  new_version: z.string().describe('Empty for translations, which have none.'),
  step: ReleaseStep,
  active: z.boolean(),
  premium: z.boolean().describe('Delivered by its author, not by the public directory.'),
  has_package: z.boolean().describe('False: it cannot be run, a licence is missing.'),
  translates: z.string().describe('Of translations: what is translated (core, plugin, theme).'),
  language: z.string(),
  first_seen_at: timestamp.describe('Since when this version is on offer there.'),
})
export type UpdateEntry = z.output<typeof UpdateEntry>

export const ListedUpdate = z
  .object({ site_id: z.int(), site_url: z.string(), site_name: z.string() })
  .extend(UpdateEntry.shape)

type Stored = Omit<UpdateEntry, 'step' | 'first_seen_at'> & { first_seen_at: Date }

export const toEntry = (update: Stored): UpdateEntry => ({
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
  first_seen_at: isoTime(update.first_seen_at)!,
})

export const toListed = (update: Stored & { site_id: number; site_url: string; site_name: string }) => ({
  site_id: update.site_id,
  site_url: update.site_url,
  site_name: update.site_name,
  ...toEntry(update),
})
