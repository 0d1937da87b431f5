import type { RowOf } from '../api/call.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { dayText } from '../ui/format/day.ts'
import { DaysLeft } from '../ui/format/days-left.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { SiteName } from '../ui/site-name.tsx'
import type { Column } from '../ui/table/column.ts'

export type Profile = RowOf<'list-domain-profiles'>

export const domainStatusLabels: Record<Profile['status'], [Tone, string]> = {
  active: ['good', 'Registered'],
  expiring: ['warn', 'Ends soon'],
  expired: ['bad', 'Expired'],
  'not-found': ['bad', 'Not registered'],
  unsupported: ['still', 'Registry tells nothing'],
  failed: ['warn', 'Not known'],
  'not-applicable': ['still', 'No domain'],
  unchecked: ['note', 'Not checked yet'],
}

const day = (text: string | null) => (text === null ? <span className="soft">–</span> : dayText(text.slice(0, 10)))

export const domainColumns: readonly Column<Profile>[] = [
  {
    key: 'site',
    title: 'Site',
    primary: true,
    sort: 'name',
    cell: ({ id, name, url }) => <SiteName id={id} name={name} url={url} />,
  },
  {
    key: 'domain',
    title: 'Domain',
    wide: true,
    widthPercent: 16,
    blank: ({ domain_name }) => domain_name === null,
    cell: ({ domain_name }) =>
      domain_name === null ? (
        <span className="soft">–</span>
      ) : (
        <div className="cut" title={domain_name}>
          {domain_name}
        </div>
      ),
  },
  {
    key: 'status',
    title: 'Status',
    wide: true,
    widthPercent: 22,
    cell: ({ status, reason }) => {
      const [tone, label] = domainStatusLabels[status]
      return (
        <div style={{ maxWidth: '20rem' }}>
          <Badge tone={tone} dot>
            {label}
          </Badge>
          {reason && status !== 'not-applicable' && <div className="soft small">{reason}</div>}
        </div>
      )
    },
  },
  {
    key: 'left',
    title: 'Days left',
    sort: 'expiry_date',
    wide: true,
    cell: ({ days_left }) => <DaysLeft days={days_left} />,
  },
  {
    key: 'until',
    title: 'Registered until',
    from: 1180,
    wide: true,
    blank: ({ expiry_date }) => expiry_date === null,
    cell: ({ expiry_date, source }) => (
      <span title={source === 'manual' ? 'Entered by hand' : undefined}>
        {day(expiry_date)}
        {source === 'manual' && <span className="soft"> (by hand)</span>}
      </span>
    ),
  },
  {
    key: 'registrar',
    title: 'Registrar',
    from: 1180,
    wide: true,
    widthPercent: 14,
    blank: ({ registrar }) => !registrar,
    cell: ({ registrar }) => (
      <div className="cut" title={registrar ?? undefined}>
        {registrar ?? <span className="soft">–</span>}
      </div>
    ),
  },
  {
    key: 'nameservers',
    title: 'Name servers',
    optional: true,
    wide: true,
    cell: ({ nameservers }) => nameservers.join(', ') || <span className="soft">–</span>,
  },
  { key: 'created', title: 'Registered since', optional: true, cell: ({ creation_date }) => day(creation_date) },
  {
    key: 'checked',
    title: 'Checked',
    from: 1360,
    cell: ({ checked_at }) => <RelativeTime at={checked_at} never="Not yet" />,
  },
]
