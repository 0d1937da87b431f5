import { typedKeys } from '../../platform/typed-keys.ts'
export interface Segment {
  title: string
  /** The source of its rows; see read-segment.ts. */
  source: 'changes' | 'backups' | 'maintenance' | 'state' | 'integration'
  /** Values of `action`; the first is the default if a segment has two types of rows. */
  actions: readonly string[]
  columns: readonly string[]
  /** Folder names of the plugins whose data the segment is for. */
  plugins?: readonly string[]
}

const withoutVersions = ['date', 'action', 'name', 'user', 'by']
const withVersions = ['date', 'action', 'name', 'old_version', 'new_version', 'user', 'by']
const content = ['created', 'published', 'updated', 'trashed', 'deleted', 'restored']

const changes = (title: string, actions: readonly string[], columns: readonly string[] = withoutVersions): Segment => ({
  title,
  source: 'changes',
  actions,
  columns,
})
const state = (title: string, columns: readonly string[], actions: readonly string[] = []): Segment => ({
  title,
  source: 'state',
  actions,
  columns,
})
const integration = (title: string, plugins: readonly string[], actions: readonly string[] = []): Segment => ({
  title,
  source: 'integration',
  actions,
  columns: ['name', 'version', 'active'],
  plugins,
})

export const segments = {
  plugins: changes('Plugins', ['installed', 'activated', 'deactivated', 'updated', 'edited', 'deleted'], withVersions),
  themes: changes('Themes', ['installed', 'activated', 'updated', 'edited', 'deleted'], withVersions),
  wordpress: changes('WordPress', ['updated'], withVersions),
  posts: changes('Posts', content),
  pages: changes('Pages', content),
  users: changes('Users', ['created', 'updated', 'deleted']),
  comments: changes('Comments', [
    ...['created', 'approved', 'unapproved', 'edited', 'replied', 'restored'],
    ...['spam', 'unspam', 'trashed', 'deleted', 'moderated'],
  ]),
  menus: changes('Menus', ['created', 'updated', 'deleted']),
  media: changes('Media', ['uploaded', 'updated', 'deleted']),
  misc: changes('Other changes', ['widgets', 'categories', 'tags', 'fields', 'settings', 'database', 'translations']),
  backups: { title: 'Backups', source: 'backups', actions: ['created'], columns: ['date', 'action'] },
  maintenance: {
    title: 'Maintenance',
    source: 'maintenance',
    actions: ['process', 'work'],
    columns: ['date', 'action', 'name', 'user', 'hours'],
  },
  domainmonitor: state('Domain', [
    ...['domain', 'status', 'registrar', 'created', 'updated', 'expires', 'days_left', 'checked_at'],
  ]),
  sslmonitor: state('Certificate', [
    ...['status', 'issuer', 'common_name', 'valid_from', 'valid_to', 'days_left', 'problems', 'checked_at'],
  ]),
  vulnerable: state('Known vulnerabilities', [
    ...['type', 'name', 'slug', 'version', 'title', 'severity', 'score', 'cve', 'fixed_in', 'published', 'url'],
  ]),
  website: state('Website', [
    ...['name', 'url', 'status', 'wordpress', 'php', 'database', 'theme', 'plugins', 'active_plugins', 'themes'],
    ...['health_score', 'security_passed', 'security_total', 'last_sync'],
  ]),
  abandoned: state('Abandoned plugins and themes', ['type', 'name', 'slug', 'version', 'last_updated', 'active']),
  pending: state('Pending updates', ['type', 'name', 'current_version', 'new_version', 'since']),
  uptime: state(
    'Uptime',
    ['day', 'ratio', 'checks', 'failed', 'response_avg_ms', 'response_min_ms', 'response_max_ms'],
    ['days', 'incidents'],
  ),
  'scanner-a': integration('Security scanner A', ['sucuri-scanner'], ['scan']),
  'scanner-b': integration('Security scanner B', ['wordfence'], ['scan', 'issue', 'blocked']),
  'scanner-c': integration('Security scanner C', ['gotmls', 'quttera-web-malware-scanner', 'ninjascanner'], ['scan']),
  hardening: integration('Hardening', ['better-wp-security', 'ithemes-security-pro'], ['scan', 'lockout', 'blocked']),
  shopstatus: integration('Shop', ['woocommerce', 'easy-digital-downloads']),
  'analytics-a': integration('Analytics A', ['google-site-kit', 'google-analytics-for-wordpress']),
  'analytics-b': integration('Analytics B', ['matomo', 'wp-piwik', 'wp-statistics']),
  performance: state('Performance', [
    ...['date', 'strategy', 'performance', 'accessibility', 'best_practices', 'seo', 'lcp_ms', 'tbt_ms', 'cls'],
  ]),
  'uptime-ext': integration('Uptime service', ['uptime-robot-monitor', 'jetpack']),
  'feedback-ext': integration('Feedback', ['atarim-visual-collaboration', 'projecthuddle-child-site', 'surefeedback']),
  'protect-ext': integration('Protection', ['jetpack-protect', 'patchstack', 'wp-cerber']),
  'scan-ext': integration('Scan service', ['virusdie', 'malcare-security', 'wp-vivid-scan', 'jetpack']),
} as const satisfies Record<string, Segment>

export type SegmentName = keyof typeof segments
export const segmentNames = typedKeys(segments)

export const segmentOf = (name: SegmentName): Segment => segments[name]

/** The columns of the segment uptime with the action incidents. */
export const incidentColumns = ['started', 'ended', 'minutes', 'cause']
