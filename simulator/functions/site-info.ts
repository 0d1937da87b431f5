import { fingerprint, randomFrom } from '../random.ts'
import type { Site } from '../site/site.ts'

/** A random-looking value that is constant per site. */
export const siteToken = (site: Site, purpose: string, digits: number): string =>
  randomFrom(site.origin.seed, site.index, purpose).hex(digits)

const number = (site: Site, purpose: string, limit: number) =>
  fingerprint(`${site.origin.seed} ${site.index} ${purpose}`, limit)

const databases = ['10.11.19-MariaDB-0+deb12u1', '8.0.40', '10.6.18-MariaDB', '8.4.3'] as const
const memory = ['256M', '512M', '128M', '1024M'] as const

export const databaseSize = (site: Site): number => 376_832 + number(site, 'database', 400) * 65_536

export const logSize = (site: Site): number => 114_688 + site.events.length * 512

export function siteInfo(site: Site): Record<string, unknown> {
  const server = site.network?.main ?? site
  return {
    wpversion: site.core.installed,
    debug_mode: number(site, 'debug', 20) === 0,
    phpversion: site.phpVersion,
    child_version: '6.1',
    memory_limit: memory[number(site, 'memory', memory.length)],
    mysql_version: databases[number(server, 'sql', databases.length)],
    db_size: (databaseSize(site) / 428_218).toFixed(2),
    themeactivated: site.theme(site.activeTheme)?.entry.name ?? '',
    ip: server.address,
    child_curl_version: '7.88.1',
    child_openssl_version: 'OpenSSL/3.0.22',
    site_lang: number(site, 'language', 3) === 0 ? 'de_DE' : 'en_US',
    site_public: number(site, 'public', 15) === 0 ? 0 : 1,
    format_datetime: { ...site.timezone, date_format: 'F j, Y', time_format: 'g:i a' },
  }
}

/** All zero means that WordPress has not computed it yet. */
export function health(site: Site): Record<string, number> {
  if (number(site, 'health known', 12) === 0) return { good: 0, recommended: 0, critical: 0 }
  const inactive = site.plugins.filter(({ active }) => !active).length
  const outdated = site.plugins.filter(({ offer }) => offer).length
  return {
    good: 12 + number(site, 'good', 7),
    recommended: Math.min(9, 1 + Math.min(3, inactive) + number(site, 'recommended', 4)),
    critical: (outdated > 4 ? 1 : 0) + (number(site, 'critical', 6) === 0 ? 1 : 0),
  }
}

export const cacheControl = {
  mainwp_cache_control_last_purged: 0,
  mainwp_cache_control_cache_solution: 'Plugin Not Found',
  mainwp_cache_control_logs: '{"status":"Disabled","action":"SUCCESS","do_purge":"0"}',
} as const

export const passwordPolicy = (site: Site): Record<string, unknown> => ({
  max_age_days: '0',
  policy_enabled_at: null,
  due_soon_days: '7',
  due_soon_message: '',
  overdue_message: '',
  show_notices_to: 'edit_posts',
  ...site.settings.passwordPolicy,
})
