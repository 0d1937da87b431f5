import type { SectionName } from '../branding.ts'
import type { ReportPeriod } from '../period.ts'
import type { ReportStyle } from '../report-style.ts'
import { countOf, type ReportSite, updatesOf, type WholeReport } from '../whole-report.ts'
import { responseLine, scoreRings, uptimeBars } from './charts.ts'
import { asOf, describeCause, describeUndone, describeUpdateChecks } from './client-words.ts'
import { html, type Markup } from './markup.ts'
import { monitoredPart } from './monitored-part.ts'
import { duration, heading, hours, percent, plural, table } from './parts.ts'
import { securitySection } from './security-section.ts'

type Section = (site: ReportSite, period: ReportPeriod, style: ReportStyle, report: WholeReport) => Markup | false

/** The sections about one site; empty ones are left out. */
export const siteSections: Record<Exclude<SectionName, 'overview'>, Section> = {
  uptime(site, period, { branding, formatDay, formatMoment }, { madeAt }) {
    const { ratio, response_avg_ms, downtime_minutes, maintenance_minutes } = site.uptime
    if (ratio === null) return false
    const ends: [string, string] = [formatDay(period.start_date), formatDay(period.end_date)]
    const line = responseLine(site.days, period, branding.accent_color)
    const part = monitoredPart({ period, madeAt, uptime: site.uptime, sites: [site] })
    return html`${heading('Availability', [`${percent(ratio)} %`, part].filter(Boolean).join(' '))}
${uptimeBars(site.days, period, ends)}
${maintenance_minutes > 0 && html`<p class="soft">Announced maintenance: ${duration(maintenance_minutes)}. It is not part of these figures.</p>`}
${line && [heading('Response time', `${response_avg_ms} ms on average`), line]}
${
  site.incidents.length > 0 && [
    heading('Interruptions', `${duration(downtime_minutes)} in all`),
    table(
      [{ title: 'Began', class: 'nowrap' }, { title: 'Lasted', class: 'nowrap' }, { title: 'Cause' }],
      site.incidents.map(({ started_at, seconds, cause_code, ended_at, report_text }) => [
        formatMoment(started_at),
        ended_at === null ? 'still lasting' : duration(seconds / 60),
        report_text === null ? describeCause(cause_code) : html`${describeCause(cause_code)}<br>${report_text}`,
      ]),
      { max: 20, total: site.uptime.incidents },
    ),
  ]
}`
  },

  updates(site, _period, style) {
    const { formatDay } = style
    const total = updatesOf(site)
    const undone = describeUndone(site, style)
    if (total === 0 && !site.website.last_sync && undone === '') return false
    if (total === 0)
      return html`${heading('Updates')}<p class="soft">No updates were installed in this period.</p>${undone !== '' && html`<p>${undone}</p>`}`
    const sentences = [describeUpdateChecks(site.updateChecks.checked, total), undone].filter(Boolean)
    const labels: Record<string, string> = { plugins: 'Plugin', themes: 'Theme', wordpress: 'WordPress' }
    return html`${heading('Updates', plural(total, 'update'))}
${sentences.map((sentence) => html`<p>${sentence}</p>`)}
${table(
  [
    { title: 'What' },
    { title: 'Kind', class: 'nowrap' },
    { title: 'Version', class: 'nowrap' },
    { title: 'Date', class: 'right' },
  ],
  site.updates.map(({ name, segment, old_version, new_version, at }) => [
    html`<b>${name || 'WordPress'}</b>`,
    labels[segment],
    versions(old_version, new_version),
    formatDay(at),
  ]),
  { total },
)}`
  },

  security: securitySection,

  backups(site, _period, { formatDay }) {
    if (site.backups.total === 0) return false
    return html`<div class="keep">${heading('Backups')}<p>${plural(site.backups.total, 'backup')} of this website ${site.backups.total === 1 ? 'was' : 'were'} made in this period, the last one on ${formatDay(site.backups.last)}.</p></div>`
  },

  content(site) {
    const facts: [number, string][] = [
      [countOf(site, 'posts', 'published') || countOf(site, 'posts', 'created'), 'new posts'],
      [countOf(site, 'posts', 'updated'), 'changes to posts'],
      [countOf(site, 'pages', 'published') || countOf(site, 'pages', 'created'), 'new pages'],
      [countOf(site, 'pages', 'updated'), 'changes to pages'],
      [countOf(site, 'media', 'uploaded'), 'files uploaded'],
      [countOf(site, 'comments', 'created'), 'new comments'],
      [countOf(site, 'comments', 'spam'), 'spam comments removed'],
      [countOf(site, 'users', 'created'), 'new users'],
      [countOf(site, 'menus', 'updated') + countOf(site, 'menus', 'created'), 'menu changes'],
    ]
    const shown = facts.filter(([count]) => count > 0)
    if (shown.length === 0) return false
    return html`<div class="keep">${heading('Content')}<div class="chips">${shown.map(([count, label]) => html`<div class="chip"><b>${count.toLocaleString('en')}</b>${label}</div>`)}</div></div>`
  },

  performance(site, _period, { formatDay }) {
    const newest = (strategy: string) => site.performance.find((audit) => audit.strategy === strategy)
    const audits = [newest('mobile'), newest('desktop')].filter((audit) => audit !== undefined)
    const [first] = audits
    if (!first) return false
    return html`<div class="keep">${heading('Performance', `measured on ${formatDay(String(first.date))}`)}
<div class="cards">${audits.map((audit) => html`<div class="card"><div><b>${audit.strategy === 'mobile' ? 'On a phone' : 'On a computer'}</b><div class="rings">${scoreRings(audit)}</div></div></div>`)}</div></div>`
  },

  work(site, _period, { formatDay }) {
    if (site.work.length === 0) return false
    const sum = site.work.reduce((total, task) => total + task.hours, 0)
    return html`${heading('Work done for you', hours(sum))}
${table(
  [{ title: 'Task' }, { title: 'Time', class: 'right' }, { title: 'Date', class: 'right' }],
  site.work.map((task) => [html`<b>${task.title}</b>`, hours(task.hours), formatDay(task.date)]),
)}`
  },

  pending(site, _period, style, { madeAt }) {
    if (site.pending.length === 0) return false
    return html`${heading('Available updates', `${plural(site.pending.length, 'update')}${asOf(site.website.last_sync, madeAt, style)}`)}
${table(
  [{ title: 'What' }, { title: 'Kind', class: 'nowrap' }, { title: 'Version', class: 'nowrap' }],
  site.pending.map(({ name, type, current_version, new_version }) => [
    html`<b>${String(name)}</b>`,
    capital(String(type === 'core' ? 'WordPress' : type)),
    versions(String(current_version), String(new_version)),
  ]),
  { max: 25 },
)}`
  },
}

function versions(before: string | null, after: string | null): Markup | string {
  if (!after) return before || '–'
  return before ? html`<span class="soft">${before} →</span> ${after}` : after
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
