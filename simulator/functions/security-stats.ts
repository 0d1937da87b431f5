import { list, text } from '../php/form.ts'
import type { Site } from '../site/site.ts'
import type { Call } from './call.ts'
import { siteInfo } from './site-info.ts'
import { makeSync } from './sync.ts'

type CheckState = 'Y' | 'N' | 'Y_UNABLE' | 'N_UNABLE'

/** The ten checks of the connector. */
export function securityStats(site: Site): Record<string, CheckState> {
  const yes = (good: boolean): CheckState => (good ? 'Y' : 'N')
  const fixable = (feature: string): CheckState => (site.settings.fixed[feature] ? 'Y' : 'Y_UNABLE')
  return {
    db_reporting: fixable('db_reporting'),
    php_reporting: fixable('php_reporting'),
    wp_uptodate: yes(site.core.offered === null),
    phpversion_matched: yes(Number.parseInt(site.phpVersion, 10) >= 8),
    sslprotocol: yes(site.url.startsWith('https:')),
    debug_disabled: yes(siteInfo(site).debug_mode === false),
    sec_outdated_plugins: yes(site.plugins.every(({ offer }) => !offer || offer.hidden)),
    sec_inactive_plugins: yes(site.plugins.every(({ active }) => active)),
    sec_outdated_themes: yes(site.themes.every(({ offer }) => !offer)),
    sec_inactive_themes: yes(inactiveThemesAreFine(site)),
  }
}

/** One default theme and the parent of the active theme may be inactive. */
function inactiveThemesAreFine(site: Site): boolean {
  const parent = site.theme(site.activeTheme)?.entry.parent
  const inactive = site.themes.filter(({ entry }) => entry.slug !== site.activeTheme && entry.slug !== parent)
  return (
    inactive.length === 0 || (inactive.length === 1 && inactive.every(({ entry }) => entry.slug.startsWith('twenty')))
  )
}

const features = ['db_reporting', 'php_reporting'] as const

export const securityFix = (call: Call): unknown => setFixed(call, true)
export const securityUnFix = (call: Call): unknown => setFixed(call, false)

function setFixed(call: Call, fixed: boolean): unknown {
  const { site, fields, effects } = call
  const requested = text(fields, 'feature') ?? ''
  const skipped = list(fields, 'skip_features') ?? []
  const touched = features.filter((name) => (requested === 'all' || requested === name) && !skipped.includes(name))
  site.settings.fixed = { ...site.settings.fixed, ...Object.fromEntries(touched.map((name) => [name, fixed])) }
  for (const name of touched) effects.push({ what: fixed ? 'security fixed' : 'security unfixed', subject: name })
  const stats = securityStats(site)
  const reported = Object.fromEntries(touched.map((name) => [name, fixed ? 'Y' : stats[name]]))
  return requested === 'all' ? { ...reported, sync: makeSync(call) } : reported
}
