import { useState } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { useList } from '../api/query.ts'
import { Can, useCan } from '../api/session.tsx'
import { ModuleGate } from '../modules/module-gate.tsx'
import { Button } from '../ui/button.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { IconGauge } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { useSelection } from '../ui/table/selection.ts'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { AuditButton } from './audit-button.tsx'
import { perfAuditTexts } from './perf-audit-texts.ts'
import { auditStatusLabels, type Result } from './performance-labels.tsx'
import { resultColumns } from './result-columns.tsx'
import { RunningAudits } from './running-audits.tsx'

type Input = InputOf<'list-audit-results'>

const statuses = [
  { value: '', label: perfAuditTexts.anyStatus },
  ...Object.entries(auditStatusLabels).map(([value, [, label]]) => ({ value, label })),
]

export default function PerformancePage() {
  const [planning, setPlanning] = useState<(number | string)[] | null>(null)
  return (
    <>
      <PageHeader
        title={perfAuditTexts.performance}
        actions={
          <Can operation="audit-sites">
            <Button icon={IconGauge} onClick={() => setPlanning([])}>
              {perfAuditTexts.auditAllSites}
            </Button>
          </Can>
        }
      >
        {perfAuditTexts.everyFrontPageIs}
      </PageHeader>
      <ModuleGate module="perf-audit">
        <RunningAudits />
        <Results onAudit={setPlanning} />
      </ModuleGate>
      {planning && (
        <PlanDialog
          operation="audit-sites"
          input={planning.length > 0 ? { site_ids_or_domains: planning } : {}}
          title={
            planning.length > 0 ? perfAuditTexts.auditCount({ count: planning.length }) : perfAuditTexts.auditAllSites
          }
          action={perfAuditTexts.audit}
          doing={perfAuditTexts.queueingTheAudits}
          done={perfAuditTexts.theAuditsAreQueued}
          onClose={() => setPlanning(null)}
        />
      )}
    </>
  )
}

function Results({ onAudit }: { onAudit: (ids: (number | string)[]) => void }) {
  const can = useCan()
  const state = useTableState({ sort: 'mobile', filters: ['status'] })
  const query = useList('list-audit-results', {
    ...pagingOf(state),
    search: state.search,
    orderby: state.sort as Input['orderby'],
    order: state.order,
    ...(state.filters.status && { status: state.filters.status as Input['status'] }),
  })
  const selection = useSelection()
  const canAudit = can('audit-sites')
  return (
    <DataTable<Result>
      name="performance"
      label={perfAuditTexts.performanceOfTheSites}
      columns={resultColumns}
      query={query}
      rowId={({ id }) => id}
      rowName={({ name, url }) => name || url}
      state={state}
      searchLabel={perfAuditTexts.searchNameOrAddress}
      filters={
        <FilterSelect
          label={perfAuditTexts.status}
          value={state.filters.status}
          options={statuses}
          onChange={(status) => state.set({ status })}
        />
      }
      {...(canAudit && { selection, rowActions: (result: Result) => <AuditButton site={result} small /> })}
      bulk={
        <Button small tone="primary" icon={IconGauge} onClick={() => onAudit([...selection.ids])}>
          {perfAuditTexts.audit}
        </Button>
      }
      empty={(filtered) => (
        <EmptyState icon={IconGauge} title={filtered ? perfAuditTexts.noSiteIsLike : perfAuditTexts.noSitesYet}>
          {filtered ? perfAuditTexts.chooseAnotherStatusOr : perfAuditTexts.sitesAreAuditedIn}
        </EmptyState>
      )}
    />
  )
}
