export const updateTypes = ['core', 'plugin', 'theme', 'translation'] as const
export type UpdateType = (typeof updateTypes)[number]

/** WordPress itself has no slug of its own. */
export const coreSlug = 'wordpress'

/** A newer version that a site can install. */
export interface AvailableUpdate {
  type: UpdateType
  slug: string
  /** Of translations only: the type of the translated item (core, plugin, theme) and the language. */
  translates: string
  language: string
  name: string
  /** Empty when the site does not report it. */
  current_version: string
  /** Of translations: of the software that they are made for. Empty when the site does not report it. */
  new_version: string
  active: boolean
  premium: boolean
  /** False when it cannot be installed without a licence. */
  has_package: boolean
  requires_wordpress: string | null
  requires_php: string | null
  tested_with: string | null
  /** Null when the site does not report it. */
  fits_wordpress: boolean | null
  fits_php: boolean | null
  url: string
}
