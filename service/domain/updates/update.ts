export const updateTypes = ['core', 'plugin', 'theme', 'translation'] as const
export type UpdateType = (typeof updateTypes)[number]

/** WordPress itself has no slug of its own. */
export const coreSlug = 'wordpress'

/** Something newer that a site could install. */
export interface AvailableUpdate {
  type: UpdateType
  slug: string
  /** Of translations only: what is translated (core, plugin, theme) and into which language. */
  translates: string
  language: string
  name: string
  /** Empty when the site does not say. */
  current_version: string
  /** Empty for translations, which have none. */
  new_version: string
  active: boolean
  premium: boolean
  /** False when it cannot be run without a licence. */
  has_package: boolean
  requires_wordpress: string | null
  requires_php: string | null
  tested_with: string | null
  /** Null when the site does not say. */
  fits_wordpress: boolean | null
  fits_php: boolean | null
  url: string
}
