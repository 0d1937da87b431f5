import { Link } from '@tanstack/react-router'
import type { RowOf } from '../api/call.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { dayText } from '../ui/format/day.ts'
import { money } from '../ui/format/money.ts'
import type { Column } from '../ui/table/column.ts'
import { costStatusLabels, intervalLabels } from './cost-labels.ts'
import { costsTexts } from './costs-texts.ts'

export type Cost = RowOf<'list-costs'>

const tones: Partial<Record<Cost['cost_tracker_status'], Tone>> = {
  active: 'good',
  expired: 'bad',
  onhold: 'warn',
  pending_cancelation: 'warn',
}

/** Number of sites, tags and clients together. */
const targetCount = ({ sites, groups, clients }: Cost) =>
  [
    sites.length > 0 && costsTexts.count({ count: sites.length }),
    groups.length > 0 && costsTexts.count2({ count: groups.length }),
    clients.length > 0 && costsTexts.count3({ count: clients.length }),
  ]
    .filter(Boolean)
    .join(', ')

/** `typeTitle`: the title of a product type. */
export const costColumns = (typeTitle: (slug: string) => string): readonly Column<Cost>[] => [
  {
    key: 'name',
    title: costsTexts.cost,
    sort: 'name',
    primary: true,
    cell: ({ id, name, product_color, product_type }) => (
      <div style={{ minWidth: 0 }}>
        <Link to="." search={(now) => ({ ...now, cost: String(id) })} className="row-name">
          {product_color && <i className="color-dot" style={{ background: product_color }} />}
          {name}
        </Link>
        <div className="soft small">{typeTitle(product_type)}</div>
      </div>
    ),
  },
  {
    key: 'price',
    title: costsTexts.price,
    sort: 'price',
    number: true,
    cell: ({ price, currency }) => <span className="nowrap">{money(price, currency)}</span>,
  },
  {
    key: 'rhythm',
    title: costsTexts.rhythm,
    cell: ({ payment_type, renewal_type }) =>
      payment_type === 'lifetime' ? costsTexts.boughtOnce : (intervalLabels[renewal_type] ?? renewal_type),
  },
  {
    key: 'next',
    title: costsTexts.nextRenewal,
    wide: true,
    blank: ({ next_renewal }) => next_renewal === null,
    cell: ({ next_renewal, next_renewal_today }) =>
      next_renewal === null ? (
        <span className="soft">–</span>
      ) : next_renewal_today ? (
        <Badge tone="warn">{costsTexts.today}</Badge>
      ) : (
        <span className="nowrap">{dayText(next_renewal)}</span>
      ),
  },
  {
    key: 'for',
    title: costsTexts.for,
    blank: (cost) => targetCount(cost) === '',
    cell: (cost) => targetCount(cost) || <span className="soft">{costsTexts.nothingAnyMore}</span>,
  },
  {
    key: 'status',
    title: costsTexts.status,
    cell: ({ cost_tracker_status: status }) => (
      <Badge tone={tones[status] ?? 'still'}>{costStatusLabels[status]}</Badge>
    ),
  },
  {
    key: 'last',
    title: costsTexts.lastRenewal,
    sort: 'last_renewal',
    optional: true,
    cell: ({ last_renewal }) => (last_renewal ? dayText(last_renewal) : <span className="soft">–</span>),
  },
]
