import { timeZoneOf } from '../../operation/configured-days.ts'
import type { Context } from '../../operation/context.ts'
import type { Language } from '../../operation/language.ts'
import { translateSentence } from '../../operation/sentences/sentences.ts'
import { formatTime } from '../../platform/format-time.ts'
import { summarizeDomains } from '../domain-monitor/index.ts'
import { summarizeMonitoring } from '../monitors/index.ts'
import type { MailContent, MailTable } from '../notifications/index.ts'
import { formatDate, formatTimeOfDay } from '../settings/index.ts'
import { conditionRules, countConditions, readFleetNumbers } from '../sites/index.ts'
import { summarizeCertificates } from '../ssl-monitor/index.ts'
import { listTroubles } from './describe-fleet.ts'
import { digestTextsIn } from './digest-texts.ts'

type ReadContext = Pick<Context, 'db' | 'actor' | 'clock' | 'settings' | 'modules'>

/** The dashboard lists all of them. */
const maxRowsPerTable = 50

/** null when there is nothing to report. */
export async function buildDigest(context: ReadContext, language: Language = 'en'): Promise<MailContent | null> {
  const texts = digestTextsIn(language)
  const say = (text: string) => translateSentence(text, language)
  const { db, clock, settings, actor } = context
  const numbers = await readFleetNumbers(db, actor.limits)
  const { stale } = await countConditions(db, actor.limits, conditionRules(context))
  const { monitored, checked, summary, ...monitoring } = await summarizeMonitoring(context)
  const { failed, lost, incidents } = await listTroubles(context, maxRowsPerTable)
  const certificates = context.modules.isActive('ssl-monitor')
    ? (await summarizeCertificates(context, maxRowsPerTable)).items
    : []
  const domains = context.modules.isActive('domain-monitor')
    ? (await summarizeDomains(context, maxRowsPerTable)).items
    : []
  // The pattern of the settings may have English names of months.
  const formatMoment = (time: Date) =>
    language === 'de'
      ? formatTime('d.m.Y, H:i', time, timeZoneOf(settings))
      : `${formatDate(settings, time)}, ${formatTimeOfDay(settings, time)}`
  const updates: [string, number, number][] = [
    ['WordPress', numbers.core_updates, numbers.core_updates],
    [texts.plugins, numbers.plugin_updates, numbers.plugin_sites],
    [texts.themes, numbers.theme_updates, numbers.theme_sites],
    [texts.translations, numbers.translation_updates, numbers.translation_sites],
  ]
  const tables: MailTable[] = [
    {
      title: texts.down,
      columns: [texts.site, texts.since, texts.reason],
      rows: incidents.items.map((each) => [nameOf(each), formatMoment(new Date(each.started_at)), say(each.cause)]),
    },
    {
      title: texts.notConnected,
      columns: [texts.site, texts.reason],
      rows: lost.map((site) => [nameOf(site), say(site.message ?? '')]),
    },
    {
      title: texts.notSynced,
      columns: [texts.site, texts.reason],
      rows: failed.map((site) => [nameOf(site), say(site.message)]),
    },
    {
      title: texts.toRenew,
      columns: [texts.what, texts.daysLeft],
      rows: [
        ...certificates.map((site) => [texts.certificateOf(nameOf(site)), describeDaysLeft(site.days_left)]),
        ...domains.map(({ domain, days_left }) => [texts.domain(domain), describeDaysLeft(days_left)]),
      ],
    },
    {
      title: texts.updates,
      columns: [texts.what, texts.updates, texts.sites],
      rows: updates.filter(([, count]) => count > 0).map(([what, ...counts]) => [what, ...counts.map(String)]),
    },
  ].filter(({ rows }) => rows.length > 0)
  // What the updates and problems do not cover.
  const unsynced = [
    ...(numbers.never_synced > 0 ? [texts.neverSynced(numbers.never_synced)] : []),
    ...(stale > 0 ? [texts.stale(stale)] : []),
  ]
  // Without these sentences, sites that were not read or checked would count as fine.
  if (tables.length === 0 && unsynced.length === 0 && (monitored === 0 || checked === monitored)) return null
  const sites = numbers.connected + numbers.disconnected + numbers.suspended
  // Without a table of sites that are down, the reader takes them for up.
  const isCovered = monitored === monitoring.sites && checked === monitored
  const paragraphs = [
    texts.needs(sites, formatMoment(clock.now())),
    ...unsynced,
    ...(isCovered ? [] : [texts.monitoring({ ...monitoring, monitored, checked, summary })]),
  ]
  return { language, paragraphs, tables }

  /** `12`, `today`, `ended 4 days ago`. */
  function describeDaysLeft(days: number): string {
    if (days === 0) return texts.today
    return days > 0 ? String(days) : texts.endedAgo(-days)
  }
}

const nameOf = ({ site_name, site_url }: { site_name: string; site_url: string }) => site_name || site_url
