import { readEventsAfter } from '../../domain/events/index.ts'
import { seedChecks } from '../../domain/monitors/testing/seed-history.ts'
import type { MailContent } from '../../domain/notifications/index.ts'
import {
  type NotificationKind,
  notificationKindOf,
  notificationKinds,
} from '../../domain/notifications/notification.ts'
import { buildChannelMessage } from '../../domain/notifications/rules/build-channel-message.ts'
import { toMatchedEvent } from '../../domain/notifications/rules/route-events.ts'
import { buildDigest } from '../../domain/overview/build-digest.ts'
import { systemActor } from '../../operation/actor.ts'
import { ability, file, oneLine, type ReadPlace, rest, restBeside } from './read-place.ts'
import { recordPlaces } from './record-places.ts'

const mailText = (content: MailContent | null): string =>
  content === null
    ? 'not sent'
    : oneLine(
        [
          ...content.paragraphs,
          ...(content.tables ?? []).map(
            ({ title, rows }) => `${title}: ${rows.map((row) => row.join(' | ')).join('; ')}`,
          ),
        ].join(' / '),
      ).replaceAll(/\w+ \d+, 2026, \d+:\d+( [ap]m)?/g, '(time)')

const digest: ReadPlace = async ({ service }) =>
  mailText(await buildDigest({ ...service.app.context, actor: systemActor() }))

/** What people are sent about the events of this kind. */
const notification =
  (kind: NotificationKind): ReadPlace =>
  async ({ service }) => {
    const events = (await readEventsAfter(service.db, 0, { limit: 1_000 })).filter(
      (event) => notificationKindOf(event) === kind,
    )
    const matches = events
      .toSorted((a, b) => (a.site_id ?? 0) - (b.site_id ?? 0))
      .map((event) => ({
        ...{ event: toMatchedEvent(event), group_key: '', problem_key: null },
        ...{ is_end: kind === 'up', is_escalation: false },
      }))
    if (matches.length === 0) return 'not sent'
    const { settings } = service.app.context
    const { title, lines } = buildChannelMessage({ settings, publicUrl: null }, matches, false)
    return mailText({ paragraphs: [`${title}.`, ...lines] })
  }

const everySite = { site_ids_or_domains: [] }
const websites = [1, 2, 3]
const password = 'A long new password 1!'
const period = 'start_date=2026-10-16&end_date=2026-11-15'
const conditions = ['ok', 'unknown', 'stale', 'degraded', 'disconnected', 'down']
const jobFields = ['status', 'outcome', 'processed', 'succeeded', 'failed', 'partial']

/** The mails of a kind, by the kind; a new kind must be added to the table. */
const mails: Record<string, ReadPlace> = {
  ...Object.fromEntries(
    notificationKinds.filter((kind) => kind !== 'up').map((kind) => [`mail ${kind}`, notification(kind)]),
  ),
  'mail daily_digest': digest,
}

/** Every site that is down is up again at the next check. */
const recovery: ReadPlace = async (fixture) => {
  for (const { id } of fixture.sites) await seedChecks(fixture.service, id, [['0s', 'good']])
  return notification('up')(fixture)
}

/**
 * How each place is read, named after its operation; an operation has several places if it sums up several things.
 * Reads are first. The order of the changes matters: those of the connection are last.
 */
export const places: Readonly<Record<string, ReadPlace>> = {
  ...mails,
  'list-inbox': restBeside('GET /inbox', ['counts.open', 'kinds.kind', 'kinds.total']),
  'get-overview: sites': rest('GET /overview', [
    ...['total', 'never_synced', 'sync_failed', 'with_updates'].map((name) => `sites.${name}`),
    ...conditions.map((state) => `sites.by_condition.${state}`),
  ]),
  'get-overview: updates': rest('GET /overview', ['updates.total', 'updates.sites']),
  'get-overview: monitoring': rest('GET /overview', ['incidents.total', 'monitoring.summary']),
  'get-overview: security': rest('GET /overview', ['security.issues', 'security.coverage.summary']),
  'get-overview: syncs': rest('GET /overview', ['failed_syncs.total', 'disconnected.total', 'get_started.has_synced']),
  'get-overview: expiry': rest('GET /overview', [
    ...['certificates.expired', 'certificates.within_30_days', 'certificates.checked'],
    ...['domains.expired', 'domains.within_30_days', 'domains.unknown', 'domains.unchecked'],
  ]),
  'get-desk': rest('GET /overview/desk', ['jobs.total']),
  'count-sites': rest('GET /sites/count', ['total']),
  'get-site': rest('GET /sites/1', ['status', 'condition.state', 'condition.reason', 'stats.plugin_updates']),
  'get-site-sync': rest('GET /sites/1/sync', ['last_sync', 'error.message']),
  'list-updates': ability('list-updates', ['summary.total']),
  'list-updates-by-site': restBeside('GET /updates', ['total']),
  'get-site-updates': ability('get-site-updates', ['summary.total'], { site_id_or_domain: 1 }),
  'get-monitoring-coverage': rest('GET /monitors/coverage', ['sites', 'monitored', 'checked', 'down', 'summary']),
  ...Object.fromEntries(
    ['up', 'stale', 'down', 'paused'].map((status) => [
      `count-monitors: ${status}`,
      rest(`GET /monitors/count?status=${status}`, ['total']),
    ]),
  ),
  'get-monitor': rest('GET /monitors/1', ['last_status', 'stale', 'uptime_ratio_24h', 'uptime_ratio_30d']),
  'count-incidents': rest('GET /monitors/1/incidents/count', ['total']),
  'list-jobs': rest('GET /jobs', ['type', 'outcome', 'succeeded', 'failed', 'partial']),
  'get-job': rest('GET /jobs/3', jobFields),
  'get-batch-job-status': ability('get-batch-job-status', jobFields, { job_id: '3' }),
  'get-client-report': file(`GET /clients/1/report?${period}&format=html`, 'Summary', 'All websites'),
  'get-site-report': file(`GET /pro-reports/1/report?${period}&format=html`, 'Summary', 'Security'),
  'get-report-segment: uptime': file(`GET /pro-reports/1/uptime?${period}&format=html`, 'Uptime Uptime', 'Details'),
  'get-report-segment: plugins': file(`GET /pro-reports/1/plugins?${period}&format=html`, 'Plugins Plugins', 'Details'),
  ...recordPlaces,
  'mail up': recovery,
  'list-posts': restBeside('GET /posts', ['total', 'errors.code']),
  'list-pages': restBeside('GET /pages', ['total', 'errors.code']),
  'list-comments': restBeside('GET /comments', ['total', 'errors.code']),
  'list-site-users': restBeside('GET /users', ['total', 'errors.code']),
  'check-sites': rest('POST /sites/check', ['summary.reachable', 'summary.unreachable'], everySite),
  'activate-site-plugins': rest('POST /sites/1/plugins/activate', [], { slugs: ['absent/absent.php'] }),
  'sync-site': rest('POST /sites/1/sync', ['synced']),
  'sync-sites': rest('POST /sites/sync', ['total_synced', 'total_errors'], everySite),
  'update-all': rest('POST /updates/update', ['summary.total_updated', 'summary.total_errors']),
  'run-updates': rest('POST /updates/run', ['summary.total_updated', 'summary.total_errors'], everySite),
  'update-one-site': rest('POST /updates/1/update', ['total_updated', 'total_errors']),
  'set-admin-passwords': rest('PUT /users/update-admin-password', ['total_changed', 'total_errors'], {
    websites,
    password,
  }),
  'create-site-users': rest('POST /users/create', ['total_created', 'total_errors'], {
    ...{ websites, username: 'ada', email: 'ada@example.com', role: 'editor', password },
  }),
  'reconnect-sites': rest('POST /sites/reconnect', ['total_reconnected', 'total_errors'], { include: websites }),
  'suspend-sites': rest('POST /sites/suspend', ['total_suspended', 'total_errors'], { include: [1, 99] }),
  'disconnect-sites': rest('POST /sites/disconnect', ['total_disconnected', 'total_errors'], { include: [2, 99] }),
}
