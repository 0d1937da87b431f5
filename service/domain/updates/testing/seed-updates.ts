import type { Insertable } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { releaseStep } from '../release-step.ts'
import type { SiteUpdateTable } from '../update-store.ts'

export type SeededUpdate = Pick<SiteUpdateTable, 'site_id' | 'slug'> & Partial<Insertable<SiteUpdateTable>>

const offeredSince = new Date('2026-11-10T08:00:00Z')
const defaults = {
  translates: '',
  language: '',
  active: true,
  premium: false,
  has_package: true,
  requires_wordpress: null,
  requires_php: null,
  tested_with: null,
  fits_wordpress: null,
  fits_php: null,
  url: '',
  first_seen_at: offeredSince,
}
// A statement has at most 65,535 values.
const rowsPerInsert = 2_000

/** Inserts updates, of plugins unless `type` is given. */
export async function seedUpdates(db: Database, updates: readonly SeededUpdate[]): Promise<void> {
  const rows = updates.map((given) => {
    const isTranslation = given.type === 'translation'
    const versions = { current_version: isTranslation ? '' : '1.0', new_version: isTranslation ? '1.0' : '1.1' }
    const update = { type: 'plugin' as const, ...versions, ...given }
    return {
      ...defaults,
      name: update.slug,
      step: releaseStep(update.type, update.current_version, update.new_version),
      ...update,
    }
  })
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    await db
      .insertInto('site_updates')
      .values(rows.slice(from, from + rowsPerInsert))
      .execute()
  }
}

/** Updates of every type on three sites; sites 2 and 3 are outside the limits of the limited key. */
export const aFewUpdates: SeededUpdate[] = [
  { site_id: 1, type: 'core', slug: 'wordpress', name: 'WordPress', current_version: '6.8.1', new_version: '6.9' },
  { site_id: 1, slug: 'forms/forms.php', name: 'Forms', current_version: '1.0', new_version: '2.0' },
  { site_id: 1, slug: 'shop/shop.php', name: 'The 100 % Shop', current_version: '1.0.1', new_version: '1.0.2' },
  { site_id: 1, type: 'theme', slug: 'harbour', name: 'Harbour', current_version: '1.0', new_version: '1.1' },
  { site_id: 1, type: 'translation', slug: 'forms', name: 'Forms', translates: 'plugin', language: 'de_DE' },
  { site_id: 1, type: 'translation', slug: 'forms', name: 'Forms', translates: 'plugin', language: 'fr_FR' },
  { site_id: 2, slug: 'forms/forms.php', name: 'Forms', current_version: '1.9', new_version: '2.0' },
  { site_id: 3, slug: 'forms/forms.php', name: 'Forms', current_version: '1.9', new_version: '2.1' },
  { site_id: 3, type: 'theme', slug: 'harbour', name: 'Harbour', current_version: '1.0', new_version: '1.1' },
]
