import type { RowOf } from '../api/call.ts'
import { sentence } from '../texts/sentence.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { dayText } from '../ui/format/day.ts'
import { DaysLeft } from '../ui/format/days-left.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { SiteName } from '../ui/site-name.tsx'
import type { Column } from '../ui/table/column.ts'
import { domainMonitorTexts } from './domain-monitor-texts.ts'

export type Profile = RowOf<'list-domain-profiles'>

export const domainStatusLabels: Record<Profile['status'], [Tone, string]> = {
  active: ['good', domainMonitorTexts.registered],
  expiring: ['warn', domainMonitorTexts.endsSoon],
  expired: ['bad', domainMonitorTexts.expired],
  'not-found': ['bad', domainMonitorTexts.notRegistered],
  unsupported: ['still', domainMonitorTexts.registryTellsNothing],
  failed: ['warn', domainMonitorTexts.notKnown],
  'not-applicable': ['still', domainMonitorTexts.noDomain],
  unchecked: ['note', domainMonitorTexts.notCheckedYet],
}

const day = (text: string | null) => (text === null ? <span className="soft">–</span> : dayText(text.slice(0, 10)))

export const domainColumns: readonly Column<Profile>[] = [
  {
    key: 'site',
    title: domainMonitorTexts.site,
    primary: true,
    sort: 'name',
    cell: ({ id, name, url }) => <SiteName id={id} name={name} url={url} />,
  },
  {
    key: 'domain',
    title: domainMonitorTexts.domain,
    wide: true,
    widthPercent: 20,
    blank: ({ domain_name }) => domain_name === null,
    cell: ({ domain_name }) => (domain_name === null ? <span className="soft">–</span> : domain_name),
  },
  {
    key: 'status',
    title: domainMonitorTexts.status,
    wide: true,
    widthPercent: 19,
    cell: ({ status, reason }) => {
      const [tone, label] = domainStatusLabels[status]
      return (
        <div style={{ maxWidth: '20rem' }}>
          <Badge tone={tone} dot>
            {label}
          </Badge>
          {reason && status !== 'not-applicable' && (
            <div className="soft small two-line-text" title={sentence(reason)}>
              {sentence(reason)}
            </div>
          )}
        </div>
      )
    },
  },
  {
    key: 'left',
    title: domainMonitorTexts.daysLeft,
    sort: 'expiry_date',
    wide: true,
    cell: ({ days_left }) => <DaysLeft days={days_left} />,
  },
  {
    key: 'until',
    title: domainMonitorTexts.registeredUntil,
    from: 1180,
    wide: true,
    blank: ({ expiry_date }) => expiry_date === null,
    cell: ({ expiry_date, source }) => (
      <span title={source === 'manual' ? domainMonitorTexts.enteredByHand : undefined}>
        {day(expiry_date)} {source === 'manual' && <span className="soft">{domainMonitorTexts.byHand}</span>}
      </span>
    ),
  },
  {
    key: 'registrar',
    title: domainMonitorTexts.registrar,
    from: 1180,
    wide: true,
    widthPercent: 14,
    blank: ({ registrar }) => !registrar,
    cell: ({ registrar }) => registrar ?? <span className="soft">–</span>,
  },
  {
    key: 'nameservers',
    title: domainMonitorTexts.nameServers,
    optional: true,
    wide: true,
    cell: ({ nameservers }) => nameservers.join(', ') || <span className="soft">–</span>,
  },
  {
    key: 'created',
    title: domainMonitorTexts.registeredSince,
    optional: true,
    cell: ({ creation_date }) => day(creation_date),
  },
  {
    key: 'checked',
    title: domainMonitorTexts.checked,
    from: 1360,
    wide: true,
    cell: ({ checked_at }) => <RelativeTime at={checked_at} never={domainMonitorTexts.notYet} />,
  },
]
