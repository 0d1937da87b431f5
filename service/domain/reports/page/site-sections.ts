import type { SectionName } from '../branding.ts'
import type { ReportPeriod } from '../period.ts'
import type { ReportStyle } from '../report-style.ts'
import { countOf, type ReportSite, updatesOf, type WholeReport } from '../whole-report.ts'
import { responseLine, scoreRings, uptimeBars } from './charts.ts'
import { asOf, describeCause, describeUndone } from './client-words.ts'
import { html, type Markup } from './markup.ts'
import { monitoredPart } from './monitored-part.ts'
import { duration, heading, hours, percent, table } from './parts.ts'
import { securitySection } from './security-section.ts'

type Section = (site: ReportSite, period: ReportPeriod, style: ReportStyle, report: WholeReport) => Markup | false

/** The sections about one site; empty ones are left out. */
export const siteSections: Record<Exclude<SectionName, 'overview'>, Section> = {
  uptime(site, period, { branding, formatDay, formatMoment, texts }, { madeAt }) {
    const { ratio, response_avg_ms, downtime_minutes, maintenance_minutes } = site.uptime
    if (ratio === null) return false
    const ends: [string, string] = [formatDay(period.start_date), formatDay(period.end_date)]
    const line = responseLine(site.days, period, branding.accent_color, texts)
    const part = monitoredPart({ period, madeAt, uptime: site.uptime, sites: [site] }, texts)
    return html`${heading(texts.availability, [`${percent(ratio, texts)} %`, part].filter(Boolean).join(' '))}
${uptimeBars(site.days, period, ends, texts)}
${maintenance_minutes > 0 && html`<p class="soft">${texts.maintenance(duration(maintenance_minutes, texts))}</p>`}
${line && [heading(texts.responseTime, texts.averageResponse(response_avg_ms ?? 0)), line]}
${
  site.incidents.length > 0 && [
    heading(texts.interruptions, texts.inAll(duration(downtime_minutes, texts))),
    table(
      [{ title: texts.began, class: 'nowrap' }, { title: texts.lasted, class: 'nowrap' }, { title: texts.cause }],
      site.incidents.map(({ started_at, seconds, cause_code, ended_at, report_text }) => [
        formatMoment(started_at),
        ended_at === null ? texts.stillLasting : duration(seconds / 60, texts),
        report_text === null
          ? describeCause(cause_code, texts)
          : html`${describeCause(cause_code, texts)}<br>${report_text}`,
      ]),
      { max: 20, total: site.uptime.incidents, texts },
    ),
  ]
}`
  },

  updates(site, _period, style) {
    const { formatDay, texts } = style
    const total = updatesOf(site)
    const undone = describeUndone(site, style)
    if (total === 0 && !site.website.last_sync && undone === '') return false
    if (total === 0)
      return html`${heading(texts.updates)}<p class="soft">${texts.noUpdates}</p>${undone !== '' && html`<p>${undone}</p>`}`
    const { checked } = site.updateChecks
    const sentences = [checked > 0 && texts.updatesChecked(checked, total), undone].filter(Boolean)
    const { kinds } = texts
    const labels: Record<string, string | undefined> = {
      plugins: kinds.plugin,
      themes: kinds.theme,
      wordpress: kinds.core,
    }
    return html`${heading(texts.updates, texts.updateCount(total))}
${sentences.map((sentence) => html`<p>${sentence}</p>`)}
${table(
  [
    { title: texts.what },
    { title: texts.kind, class: 'nowrap' },
    { title: texts.version, class: 'nowrap' },
    { title: texts.date, class: 'right' },
  ],
  site.updates.map(({ name, segment, old_version, new_version, at }) => [
    html`<b>${name || 'WordPress'}</b>`,
    labels[segment] ?? '',
    versions(old_version, new_version),
    formatDay(at),
  ]),
  { total, texts },
)}`
  },

  security: securitySection,

  backups(site, _period, { formatDay, texts }) {
    if (site.backups.total === 0) return false
    return html`<div class="keep">${heading(texts.backups)}<p>${texts.backupsMade(site.backups.total, formatDay(site.backups.last))}</p></div>`
  },

  content(site, _period, { texts }) {
    const facts: [number, string][] = [
      [countOf(site, 'posts', 'published') || countOf(site, 'posts', 'created'), texts.newPosts],
      [countOf(site, 'posts', 'updated'), texts.changedPosts],
      [countOf(site, 'pages', 'published') || countOf(site, 'pages', 'created'), texts.newPages],
      [countOf(site, 'pages', 'updated'), texts.changedPages],
      [countOf(site, 'media', 'uploaded'), texts.uploads],
      [countOf(site, 'comments', 'created'), texts.newComments],
      [countOf(site, 'comments', 'spam'), texts.spamComments],
      [countOf(site, 'users', 'created'), texts.newUsers],
      [countOf(site, 'menus', 'updated') + countOf(site, 'menus', 'created'), texts.menuChanges],
    ]
    const shown = facts.filter(([count]) => count > 0)
    if (shown.length === 0) return false
    return html`<div class="keep">${heading(texts.content)}<div class="chips">${shown.map(([count, label]) => html`<div class="chip"><b>${texts.number(count)}</b>${label}</div>`)}</div></div>`
  },

  performance(site, _period, { formatDay, texts }) {
    const newest = (strategy: string) => site.performance.find((audit) => audit.strategy === strategy)
    const audits = [newest('mobile'), newest('desktop')].filter((audit) => audit !== undefined)
    const [first] = audits
    if (!first) return false
    return html`<div class="keep">${heading(texts.performance, texts.measuredOn(formatDay(String(first.date))))}
<div class="cards">${audits.map((audit) => html`<div class="card"><div><b>${audit.strategy === 'mobile' ? texts.onAPhone : texts.onAComputer}</b><div class="rings">${scoreRings(audit, texts)}</div></div></div>`)}</div></div>`
  },

  work(site, _period, { formatDay, texts }) {
    if (site.work.length === 0) return false
    const sum = site.work.reduce((total, task) => total + task.hours, 0)
    return html`${heading(texts.workDone, hours(sum))}
${table(
  [{ title: texts.task }, { title: texts.time, class: 'right' }, { title: texts.date, class: 'right' }],
  site.work.map((task) => [html`<b>${task.title}</b>`, hours(task.hours), formatDay(task.date)]),
  { texts },
)}`
  },

  pending(site, _period, style, { madeAt }) {
    const { texts } = style
    if (site.pending.length === 0) return false
    return html`${heading(texts.availableUpdates, `${texts.updateCount(site.pending.length)}${asOf(site.website.last_sync, madeAt, style)}`)}
${table(
  [{ title: texts.what }, { title: texts.kind, class: 'nowrap' }, { title: texts.version, class: 'nowrap' }],
  site.pending.map(({ name, type, current_version, new_version }) => [
    html`<b>${String(name)}</b>`,
    texts.kinds[String(type)] ?? String(type),
    versions(String(current_version), String(new_version)),
  ]),
  { max: 25, texts },
)}`
  },
}

function versions(before: string | null, after: string | null): Markup | string {
  if (!after) return before || '–'
  return before ? html`<span class="soft">${before} →</span> ${after}` : after
}
