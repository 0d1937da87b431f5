import { useState } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import { runAction } from '../actions/run-action.tsx'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { ModuleGate } from '../modules/module-gate.tsx'
import { sentence } from '../texts/sentence.ts'
import { IconButton } from '../ui/button.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { IconPencil, IconRefresh, IconWorldWww } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { domainColumns, domainStatusLabels, type Profile } from './domain-columns.tsx'
import { domainMonitorTexts } from './domain-monitor-texts.ts'
import { EditDomainDialog } from './edit-domain-dialog.tsx'

type Input = InputOf<'list-domain-profiles'>

const statuses = [
  { value: '', label: domainMonitorTexts.anyStatus },
  ...Object.entries(domainStatusLabels).map(([value, [, label]]) => ({ value, label })),
]

export default function DomainsPage() {
  return (
    <>
      <PageHeader title={domainMonitorTexts.domains}>{domainMonitorTexts.untilWhenTheDomains}</PageHeader>
      <ModuleGate module="domain-monitor">
        <Domains />
      </ModuleGate>
    </>
  )
}

function Domains() {
  const can = useCan()
  const state = useTableState({ sort: 'expiry_date', filters: ['status'] })
  const [editing, setEditing] = useState<Profile | null>(null)
  const query = useList('list-domain-profiles', {
    ...pagingOf(state),
    search: state.search,
    orderby: state.sort as Input['orderby'],
    order: state.order,
    ...(state.filters.status && { status: state.filters.status as Input['status'] }),
  })
  const check = ({ id, domain_name }: Profile) =>
    runAction(
      'check-site-domain',
      { site_id_or_domain: id },
      {
        doing: domainMonitorTexts.askingTheRegistryAbout({ domainname: domain_name ?? '' }),
        done: ({ status, reason }) =>
          `${domain_name}: ${reason === null ? domainStatusLabels[status][1] : sentence(reason)}`,
        tone: ({ status }) => (status === 'active' ? 'good' : status === 'expiring' ? 'partial' : 'bad'),
      },
    )
  return (
    <>
      <DataTable
        name="domains"
        label={domainMonitorTexts.domains}
        columns={domainColumns}
        query={query}
        rowId={({ id }) => id}
        state={state}
        searchLabel={domainMonitorTexts.searchNameOrAddress}
        filters={
          <FilterSelect
            label={domainMonitorTexts.status}
            value={state.filters.status}
            options={statuses}
            onChange={(status) => state.set({ status })}
          />
        }
        {...(can('check-site-domain') && {
          rowActions: (profile: Profile) => (
            <span className="row-actions">
              <IconButton
                small
                icon={IconRefresh}
                disabled={profile.domain === null}
                label={domainMonitorTexts.askTheRegistryAbout({ domainname: profile.domain_name ?? profile.url })}
                onClick={() => void check(profile)}
              />
              <IconButton
                small
                icon={IconPencil}
                disabled={profile.domain === null}
                label={domainMonitorTexts.enterByHandFor({ domainname: profile.domain_name ?? profile.url })}
                onClick={() => setEditing(profile)}
              />
            </span>
          ),
        })}
        empty={(filtered) => (
          <EmptyState
            icon={IconWorldWww}
            title={filtered ? domainMonitorTexts.noSuchDomain : domainMonitorTexts.noDomainsYet}
          >
            {filtered ? domainMonitorTexts.chooseAnotherStatusOr : domainMonitorTexts.theyAreAskedFor}
          </EmptyState>
        )}
      />
      {editing && <EditDomainDialog profile={editing} onClose={() => setEditing(null)} />}
    </>
  )
}
