import { Link } from '@tanstack/react-router'
import type { RowOf } from '../api/call.ts'
import { StatusBadge } from '../ui/badge.tsx'
import { formatNumber } from '../ui/format/number.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import type { Column } from '../ui/table/column.ts'
import { uiTexts } from '../ui/ui-texts.ts'
import { clientsTexts } from './clients-texts.ts'

export type ClientRow = RowOf<'list-clients'>

export const clientColumns: readonly Column<ClientRow>[] = [
  {
    key: 'name',
    title: clientsTexts.client,
    sort: 'name',
    primary: true,
    cell: ({ id, name }) => (
      <Link to="/clients/$clientId" params={{ clientId: String(id) }} className="row-name">
        {name}
      </Link>
    ),
  },
  { key: 'status', title: clientsTexts.status, cell: ({ status }) => <StatusBadge status={status} /> },
  {
    key: 'sites',
    title: clientsTexts.sites,
    number: true,
    cell: ({ id, sites_count }) =>
      sites_count === 0 ? (
        <span className="soft">0</span>
      ) : (
        <Link to="/sites" search={{ client_id: String(id) }} className="count">
          {formatNumber(sites_count)}
        </Link>
      ),
  },
  {
    key: 'email',
    title: uiTexts.email,
    sort: 'email',
    wide: true,
    widthPercent: 30,
    blank: ({ email }) => !email,
    cell: ({ email }) =>
      email ? (
        <div className="cut">
          <a href={`mailto:${email}`} title={email}>
            {email}
          </a>
        </div>
      ) : (
        <span className="soft">–</span>
      ),
  },
  {
    key: 'phone',
    title: clientsTexts.phone,
    wide: true,
    blank: ({ phone }) => phone === '',
    cell: ({ phone }) => phone || <span className="soft">–</span>,
  },
  {
    key: 'created',
    title: clientsTexts.added,
    sort: 'created_at',
    from: 1180,
    wide: true,
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
  },
]
