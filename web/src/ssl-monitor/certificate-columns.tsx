import type { RowOf } from '../api/call.ts'
import { sentence } from '../texts/sentence.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { DaysLeft } from '../ui/format/days-left.tsx'
import { dateText } from '../ui/format/moment.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { SiteName } from '../ui/site-name.tsx'
import type { Column } from '../ui/table/column.ts'
import { sslMonitorTexts } from './ssl-monitor-texts.ts'

export type Certificate = RowOf<'list-certificates'>

export const certificateStatusLabels: Record<Certificate['status'], [Tone, string]> = {
  valid: ['good', sslMonitorTexts.good],
  expiring: ['warn', sslMonitorTexts.endsSoon],
  expired: ['bad', sslMonitorTexts.expired],
  invalid: ['bad', sslMonitorTexts.notTrusted],
  unreachable: ['bad', sslMonitorTexts.notReached],
  'plain-http': ['warn', sslMonitorTexts.withoutEncryption],
  unchecked: ['note', sslMonitorTexts.notCheckedYet],
}

export const certificateColumns: readonly Column<Certificate>[] = [
  {
    key: 'site',
    title: sslMonitorTexts.site,
    primary: true,
    sort: 'name',
    cell: ({ id, name, url }) => <SiteName id={id} name={name} url={url} />,
  },
  {
    key: 'status',
    title: sslMonitorTexts.status,
    wide: true,
    widthPercent: 34,
    cell: ({ status, problems, reason }) => {
      const [tone, label] = certificateStatusLabels[status]
      return (
        <div style={{ maxWidth: '26rem' }}>
          <Badge tone={tone} dot>
            {label}
          </Badge>
          {problems.map(({ code, message }) => (
            <div key={code} className="small">
              {sentence(message)}
            </div>
          ))}
          {reason && <div className="soft small">{sentence(reason)}</div>}
        </div>
      )
    },
  },
  {
    key: 'left',
    title: sslMonitorTexts.daysLeft,
    sort: 'valid_to',
    wide: true,
    cell: ({ days_left }) => <DaysLeft days={days_left} />,
  },
  {
    key: 'until',
    title: sslMonitorTexts.goodUntil,
    from: 1180,
    wide: true,
    blank: ({ valid_to }) => valid_to === null,
    cell: ({ valid_to }) =>
      valid_to === null ? <span className="soft">–</span> : <span className="nowrap">{dateText(valid_to)}</span>,
  },
  {
    key: 'issuer',
    title: sslMonitorTexts.issuer,
    from: 1360,
    wide: true,
    widthPercent: 14,
    blank: ({ issuer, issuer_o }) => !issuer && !issuer_o,
    cell: ({ issuer, issuer_o }) => issuer_o || issuer || <span className="soft">–</span>,
  },
  {
    key: 'names',
    title: sslMonitorTexts.names,
    optional: true,
    wide: true,
    cell: ({ names, common_name }) => (
      <span className="cut" title={names.join(', ')}>
        {names.slice(0, 3).join(', ') || common_name || '–'}
        {names.length > 3 && sslMonitorTexts.andValueMore({ value: names.length - 3 })}
      </span>
    ),
  },
  {
    key: 'protocol',
    title: sslMonitorTexts.protocol,
    optional: true,
    cell: ({ protocol, cipher }) => <span title={cipher ?? undefined}>{protocol ?? '–'}</span>,
  },
  {
    key: 'checked',
    title: sslMonitorTexts.checked,
    from: 1360,
    wide: true,
    cell: ({ checked_at }) => <RelativeTime at={checked_at} never={sslMonitorTexts.notYet} />,
  },
]
