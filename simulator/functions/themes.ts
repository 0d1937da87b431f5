import { text } from '../php/form.ts'
import { isEmpty, map } from '../php/values.ts'
import type { Site } from '../site/site.ts'
import type { Call } from './call.ts'
import { chosen } from './plugins.ts'
import { sortedThemes, themeItem } from './software-items.ts'
import { makeSync } from './sync.ts'

export function getAllThemes({ site, fields }: Call): unknown {
  const all = sortedThemes(site)
  const found = chosen(all, fields, ({ entry }) => ({ name: entry.name, active: entry.slug === site.activeTheme }))
  const also = found.length === 0 && !isEmpty(text(fields, 'not_installed'))
  const items = (themes: typeof all) => themes.map((theme) => themeItem(theme, site))
  return { data: items(found), ...(also && { installed_themes: items(all) }) }
}

/** An unknown theme has its slug as name and false as version. */
function reportTheme(site: Site, slug: string): Record<string, unknown> {
  const theme = site.theme(slug)
  return { name: theme?.entry.name ?? slug, version: theme?.version ?? false, slug }
}

/** Switches to any slug, also of an unknown theme: a broken site that reports success. */
function activate(call: Call, slug: string): unknown {
  const { site, effects } = call
  const before = reportTheme(site, site.activeTheme)
  if (site.activeTheme !== slug) {
    effects.push({ what: 'theme activated', subject: slug, from: site.activeTheme, to: slug })
    site.activeTheme = slug
  }
  return {
    status: 'SUCCESS',
    sync: makeSync(call),
    other_data: {
      theme_action_data: { [slug]: reportTheme(site, slug) },
      theme_deactivate_data: { [String(before.name)]: before },
    },
  }
}

function remove(call: Call, slugs: readonly string[]): unknown {
  const { site, effects } = call
  const inUse = site.activeTheme
  const parent = site.theme(inUse)?.entry.parent
  const error: Record<string, string> = {}
  const gone: [string, Record<string, unknown>][] = []
  for (const slug of slugs) {
    if (slug === inUse) error.is_activated_theme = slug
    else if (slug === parent) error.is_activated_parent = slug
    else gone.push([slug, reportTheme(site, slug)])
  }
  if (slugs.length === 1 && gone.length === 0) return { error }
  for (const [slug] of gone) {
    const theme = site.theme(slug)
    if (theme) effects.push({ what: 'theme deleted', subject: slug, from: theme.version })
    site.themes = site.themes.filter((other) => other !== theme)
  }
  return {
    ...(Object.keys(error).length > 0 && { error }),
    status: 'SUCCESS',
    sync: makeSync(call),
    other_data: { theme_action_data: map(gone) },
  }
}

export function themeAction(call: Call): unknown {
  const action = text(call.fields, 'action')
  const theme = text(call.fields, 'theme') ?? ''
  if (action === 'activate') return activate(call, theme)
  if (action === 'delete') return remove(call, theme.split('||').filter(Boolean))
  return { status: 'FAIL', sync: makeSync(call), other_data: { theme_action_data: [] } }
}
