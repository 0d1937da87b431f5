import { z } from 'zod'
import { isSlug, type SlugKind } from '../../platform/connector/reading/slugs.ts'
import type { Plugin, Theme } from '../../platform/connector/snapshot/software.ts'

const softwareKinds = ['plugin', 'theme'] as const
export const SoftwareKind = z.enum(softwareKinds)
export type SoftwareKind = z.output<typeof SoftwareKind>

/** No release for two years or more. */
export const abandonedAfterDays = 730

/** A slug becomes a path on the site: a slug that could leave its folder is refused. */
const slug = (kind: SlugKind, example: string) =>
  z
    .string()
    .max(200)
    .refine((text) => isSlug(kind, text), `is not the slug of a ${kind}; it looks like ${example}`)
    .meta({ examples: [example] })

const PluginSlug = slug('plugin', 'akismet/akismet.php')
export const ThemeSlug = slug('theme', 'twentytwentyfive')

const maxPerCall = 200
export const PluginSlugs = z.array(PluginSlug).min(1).max(maxPerCall)
export const ThemeSlugs = z.array(ThemeSlug).min(1).max(maxPerCall)

/** One installed plugin or theme, as stored. */
export interface Item {
  slug: string
  name: string
  /** Empty when the site does not report it. */
  version: string
  active: boolean
  must_use: boolean
  /** The plugin through which Flotilla manages the site. */
  is_connector: boolean
  /** The parent of the active theme. */
  parent_of_active: boolean
}

export type ItemWithUpdate = Item & { update_version: string | null }

export const toSoftwareItem = (reported: Plugin | Theme): Item => ({
  slug: reported.slug,
  name: reported.name,
  version: reported.version ?? '',
  active: reported.active,
  must_use: 'mustUse' in reported && reported.mustUse,
  is_connector: 'isConnector' in reported && reported.isConnector,
  parent_of_active: 'parentOfActive' in reported && reported.parentOfActive,
})

const Entry = z.object({
  slug: z.string(),
  name: z.string(),
  version: z.string(),
  active: z.boolean(),
  update_version: z.string().nullable(),
})
export const PluginEntry = Entry.extend({ must_use: z.boolean(), is_connector: z.boolean() })
export const ThemeEntry = Entry.extend({ parent_of_active: z.boolean() })

export const toPluginEntry = ({ parent_of_active: _, ...item }: ItemWithUpdate): z.input<typeof PluginEntry> => item
export const toThemeEntry = (item: ItemWithUpdate): z.input<typeof ThemeEntry> => {
  const { must_use: _, is_connector: __, ...entry } = item
  return entry
}

/** The site of an answer, in short. */
export const SiteSummary = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  client_id: z.int().nullable(),
})
export const toSiteSummary = ({ id, name, url, client_id }: z.input<typeof SiteSummary>) => ({
  id,
  name,
  url,
  client_id,
})

/** Why one item of several was not changed. */
export const SoftwareError = z.object({
  identifier: z.string().describe('The slug, as the caller sent it.'),
  site_id: z.int(),
  site_url: z.string(),
  type: SoftwareKind,
  slug: z.string(),
  code: z.string(),
  message: z.string(),
  job_id: z.string().optional().describe('The sync that finds the outcome, if it is not known yet.'),
})
export type SoftwareError = z.output<typeof SoftwareError>
