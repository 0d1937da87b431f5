import { seedChecks } from '../../domain/monitors/testing/seed-history.ts'
import { buildMail } from '../../domain/notifications/build-message.ts'
import type { MailContent } from '../../domain/notifications/index.ts'
import { type NotificationKind, notificationKinds } from '../../domain/notifications/notification.ts'
import { buildDigest } from '../../domain/overview/build-digest.ts'
import { systemActor } from '../../operation/actor.ts'
import type { Callers } from '../callers.ts'
import type { FleetInState } from '../fleet-states.ts'
import type { Answer } from '../test-service.ts'

export interface TruthFixture extends FleetInState, Callers {}

/** Reads what a place says about the fleet, as one line. */
export type ReadPlace = (fixture: TruthFixture) => Promise<string>

/** In one line, without what differs between runs. */
const oneLine = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(http:\/\/)?127\.90\.0\.(\d)(:\d+)?\/?/g, 'site-$2')
    .trim()

/** The values of these fields, as `name value`; `a.b` is a field of a field, and a list shows the field of every row. */
function show(value: unknown, fields: readonly string[]): string {
  return fields.map((field) => `${field} ${describe(at(value, field.split('.')))}`).join(', ')
}
const at = (value: unknown, path: readonly string[]): unknown => {
  const [name, ...rest] = path
  if (name === undefined) return value
  if (Array.isArray(value)) return value.map((row) => at(row, path))
  return at(value !== null && typeof value === 'object' ? Reflect.get(value, name) : undefined, rest)
}
const describe = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(describe).join('; ')}]`
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

/** An answer over REST: its status, success and message where it changes something, and fields of its data. */
function answer({ status, body }: Answer, fields: readonly string[]): string {
  if (body.success === undefined || status >= 400) return oneLine(`${status} ${body.code}: ${body.message}`)
  const shown = show(body.data, fields)
  const message = body.message === 'Retrieved successfully.' ? '' : `${body.success} ${body.message} `
  return oneLine(`${message}${shown}`)
}

const rest =
  (address: string, fields: readonly string[] = [], payload?: object): ReadPlace =>
  async (fixture) =>
    answer(await fixture.rest(address, payload), fields)

/** Fields beside `data`. */
const restBeside =
  (address: string, fields: readonly string[], payload?: object): ReadPlace =>
  async (fixture) => {
    const found = await fixture.rest(address, payload)
    return oneLine(`${answer(found, [])} ${show(found.body, fields)}`)
  }

const textOf = (page: string) =>
  page
    .replace(/<(style|title|figure)>.*?<\/\1>/gs, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', ' ')
    .replaceAll('\u00a0', ' ')

/** A page or file as text; `from` and `to` limit it to a part. */
const file =
  (address: string, from = '', to = ''): ReadPlace =>
  async ({ rest: call }) => {
    const { status, text } = await call(address)
    const whole = oneLine(textOf(text))
    const start = from === '' ? 0 : whole.indexOf(from)
    const end = to === '' ? whole.length : whole.indexOf(to)
    return start < 0 ? `${status}, without “${from}”` : whole.slice(start, end < 0 ? whole.length : end).trim()
  }

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
    const events = await service.db
      .selectFrom('notification_events')
      .selectAll()
      .where('kind', '=', kind)
      .orderBy('site_id')
      .execute()
    return events.length === 0 ? 'not sent' : mailText(buildMail(service.app.context.settings, events).content)
  }

const ability =
  (name: string, fields: readonly string[], input: object = {}): ReadPlace =>
  async (fixture) => {
    const { status, body } = await fixture.ability(name, input)
    return oneLine(status >= 400 ? `${status} ${body.code}: ${body.message}` : show(body, fields))
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
