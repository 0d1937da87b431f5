import { text } from '../php/form.ts'
import { map } from '../php/values.ts'
import type { Release } from '../site/model.ts'
import type { Site } from '../site/site.ts'
import { type Call, Refusal } from './call.ts'

function releasedAt(release: Release | undefined, site: Site): number | null {
  if (!release) return null
  return 'on' in release ? release.on : site.now() - release.daysAgo * 86400
}

function ifAbandoned(release: Release | undefined, site: Site): number | null {
  const released = releasedAt(release, site)
  return released !== null && site.now() - released > site.settings.abandonedDays * 86400 ? released : null
}

export const abandonedPlugins = (site: Site): Record<string, unknown> | [] =>
  map(
    site.plugins.flatMap(({ entry, version }) => {
      const released = ifAbandoned(entry.release, site)
      if (released === null) return []
      return [
        [entry.file, { Name: entry.name, PluginURI: entry.uri, Version: version, last_updated: released }] as const,
      ]
    }),
  )

export const abandonedThemes = (site: Site): Record<string, unknown> | [] =>
  map(
    site.themes.flatMap(({ entry, version }) => {
      const released = ifAbandoned(entry.release, site)
      return released === null
        ? []
        : [[entry.slug, { Name: entry.name, Version: version, last_updated: released }] as const]
    }),
  )

/** Runs the check now and returns its part of the sync. */
export function checkAbandoned({ site, fields }: Call): unknown {
  const which = text(fields, 'which')
  site.settings.abandonedKnown = true
  if (which === 'plugin') return { sync: { plugins_outdate_info: abandonedPlugins(site) }, success: 1 }
  if (which === 'theme') return { sync: { themes_outdate_info: abandonedThemes(site) }, success: 1 }
  throw new Refusal('Invalid request!')
}
