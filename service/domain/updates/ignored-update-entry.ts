import { z } from 'zod'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import { allVersions, everyItem, IgnorableType, ignorableTypes } from './ignored-update.ts'
import type { IgnoredRow } from './ignored-update-store.ts'

const ignorableTypeOfName = { core: 'core', wp: 'core', plugins: 'plugin', themes: 'theme' } as const

/** An empty list, or `all`, means every type. */
export function ignorableTypesOf(typeNames: readonly (keyof typeof ignorableTypeOfName | 'all')[]): IgnorableType[] {
  const named = typeNames.flatMap((typeName) => (typeName === 'all' ? ignorableTypes : ignorableTypeOfName[typeName]))
  return [...new Set(named.length === 0 ? ignorableTypes : named)]
}

export const IgnoredEntry = z.object({
  scope: z.enum(['site', 'global']),
  site_id: z.int().describe('0: on every site.'),
  site_url: z.string(),
  site_name: z.string(),
  type: IgnorableType,
  slug: z.string().describe(`${everyItem}: all items of this type.`),
  name: z.string(),
  ignored_version: z.string().describe(`A version, or ${allVersions}.`),
  ignored_at: timestamp,
  ignored_by: z.string(),
  reason: z.string(),
  ignored_until: timestamp.nullable().describe('Null: until a person ends it.'),
})
export type IgnoredEntry = z.output<typeof IgnoredEntry>

export const toIgnoredEntry = (row: IgnoredRow): IgnoredEntry => ({
  scope: row.site_id === null ? 'global' : 'site',
  site_id: row.site_id ?? 0,
  site_url: row.site_url ?? '',
  site_name: row.site_name ?? (row.site_id === null ? 'All sites' : ''),
  type: row.type,
  slug: row.slug ?? everyItem,
  name: row.name,
  ignored_version: row.version ?? allVersions,
  ignored_at: isoTime(row.ignored_at),
  ignored_by: row.ignored_by,
  reason: row.reason,
  ignored_until: isoTime(row.ignored_until),
})
