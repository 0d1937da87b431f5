import type { InputOf } from '../../../contract/client.ts'
import { runAction } from '../actions/run-action.tsx'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { ModuleGate } from '../modules/module-gate.tsx'
import { sentence } from '../texts/sentence.ts'
import { Button } from '../ui/button.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { IconLock, IconRefresh } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { type Certificate, certificateColumns, certificateStatusLabels } from './certificate-columns.tsx'
import { sslMonitorTexts } from './ssl-monitor-texts.ts'

type Input = InputOf<'list-certificates'>

const statuses = [
  { value: '', label: sslMonitorTexts.anyStatus },
  ...Object.entries(certificateStatusLabels).map(([value, [, label]]) => ({ value, label })),
]

export default function CertificatesPage() {
  return (
    <>
      <PageHeader title={sslMonitorTexts.certificates}>{sslMonitorTexts.whatTheWebServers}</PageHeader>
      <ModuleGate module="ssl-monitor">
        <Certificates />
      </ModuleGate>
    </>
  )
}

function Certificates() {
  const can = useCan()
  const state = useTableState({ sort: 'valid_to', filters: ['status'] })
  const query = useList('list-certificates', {
    ...pagingOf(state),
    search: state.search,
    orderby: state.sort as Input['orderby'],
    order: state.order,
    ...(state.filters.status && { status: state.filters.status as Input['status'] }),
  })
  const check = ({ id, name, url }: Certificate) =>
    runAction(
      'check-site-certificate',
      { site_id_or_domain: id },
      {
        doing: sslMonitorTexts.lookingAtTheCertificate({ name: name || url }),
        done: ({ status, reason }) =>
          `${name || url}: ${reason === null ? certificateStatusLabels[status][1] : sentence(reason)}`,
        tone: ({ status }) => (status === 'valid' ? 'good' : status === 'expiring' ? 'partial' : 'bad'),
      },
    )
  return (
    <DataTable
      name="certificates"
      label={sslMonitorTexts.certificates}
      columns={certificateColumns}
      query={query}
      rowId={({ id }) => id}
      state={state}
      searchLabel={sslMonitorTexts.searchNameOrAddress}
      filters={
        <FilterSelect
          label={sslMonitorTexts.status}
          value={state.filters.status}
          options={statuses}
          onChange={(status) => state.set({ status })}
        />
      }
      {...(can('check-site-certificate') && {
        rowActions: (certificate: Certificate) => (
          <Button
            small
            icon={IconRefresh}
            aria-label={sslMonitorTexts.checkTheCertificateOf({ name: certificate.name || certificate.url })}
            onClick={() => void check(certificate)}
          >
            {sslMonitorTexts.check}
          </Button>
        ),
      })}
      empty={(filtered) => (
        <EmptyState
          icon={IconLock}
          title={filtered ? sslMonitorTexts.noSuchCertificate : sslMonitorTexts.noCertificatesYet}
        >
          {filtered ? sslMonitorTexts.chooseAnotherStatusOr : sslMonitorTexts.theyAreLookedAt}
        </EmptyState>
      )}
    />
  )
}
