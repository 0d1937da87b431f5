import { Link } from '@tanstack/react-router'
import type { RowOf } from '../../api/call.ts'
import { useList } from '../../api/query.ts'
import { intervalLabels } from '../../costs/cost-labels.ts'
import { costsTexts } from '../../costs/costs-texts.ts'
import { sentence } from '../../texts/sentence.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Stat } from '../../ui/card.tsx'
import { dayText } from '../../ui/format/day.ts'
import { money } from '../../ui/format/money.ts'
import { IconCalendarDollar } from '../../ui/icons.ts'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableState } from '../../ui/table/table-state.ts'
import type { SiteTab } from '../site-tab.ts'
import { tabsTexts } from './tabs-texts.ts'

type Cost = RowOf<'get-site-costs'>

const via = { site: tabsTexts.siteItself, tag: tabsTexts.aTag, client: tabsTexts.itsClient }

/** The title of a built-in product type is its slug with a capital letter. */
const typeLabel = (slug: string) => sentence(slug.charAt(0).toUpperCase() + slug.slice(1))

const columnsIn = (currency: string): readonly Column<Cost>[] => [
  {
    key: 'name',
    title: tabsTexts.cost,
    primary: true,
    cell: ({ name, product_type }) => (
      <div>
        <Link to="/costs" search={{ search: name }} className="row-name">
          {name}
        </Link>
        <div className="soft small">{typeLabel(product_type)}</div>
      </div>
    ),
  },
  { key: 'amount', title: tabsTexts.price, number: true, cell: ({ amount }) => money(amount, currency) },
  { key: 'share', title: tabsTexts.sitesShare, number: true, cell: ({ share }) => money(share, currency) },
  {
    key: 'frequency',
    title: tabsTexts.paid,
    cell: ({ frequency }) => intervalLabels[frequency] ?? costsTexts.boughtOnce,
  },
  { key: 'status', title: tabsTexts.status, cell: ({ status }) => <StatusBadge status={status} /> },
  { key: 'due', title: tabsTexts.nextDue, cell: ({ next_due }) => (next_due ? dayText(next_due.slice(0, 10)) : '–') },
  { key: 'via', title: tabsTexts.through, cell: (cost) => cost.via.map((each) => via[each]).join(', ') },
]

/** Costs of the site itself, of its tags and of its client. */
export default function CostsTab({ site }: SiteTab) {
  const state = useTableState({ size: 100 })
  const query = useList('get-site-costs', { site_id_or_domain: site.id })
  const { currency = 'USD', total_monthly = 0, total_yearly = 0 } = query.data?.extra ?? {}
  return (
    <>
      {query.data && query.data.total > 0 && (
        <div className="grid-2">
          <Stat label={tabsTexts.aMonth} value={money(total_monthly, currency)} />
          <Stat label={tabsTexts.aYear} value={money(total_yearly, currency)} />
        </div>
      )}
      <DataTable
        name="site-costs"
        label={tabsTexts.costs}
        columns={columnsIn(currency)}
        query={query}
        rowId={({ id }) => id}
        state={state}
        empty={() => (
          <EmptyState
            icon={IconCalendarDollar}
            title={tabsTexts.noCostsAreNoted}
            action={<LinkButton to="/costs">{tabsTexts.goToTheCosts}</LinkButton>}
          >
            {tabsTexts.hostingDomainsLicencesNote}
          </EmptyState>
        )}
      />
    </>
  )
}
