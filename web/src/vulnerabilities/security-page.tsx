import type { InputOf } from '../../../contract/client.ts'
import { download } from '../actions/download.ts'
import { useList, useOperation } from '../api/query.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Stat } from '../ui/card.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { formatNumber } from '../ui/format/number.ts'
import { IconAlertTriangle, IconDownload, IconShieldCheck } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { KnowledgeNotice, SourcesCard } from './knowledge-notice.tsx'
import { SecurityTabs } from './security-tabs.tsx'
import { vulnerabilityColumns } from './vulnerability-columns.tsx'
import { vulnerabilityTexts } from './vulnerability-texts.ts'

type Input = InputOf<'list-vulnerabilities'>

const everyMs = 30_000

const states = [
  { value: '', label: vulnerabilityTexts.stateOpen },
  { value: 'accepted', label: vulnerabilityTexts.stateAccepted },
  { value: 'fixed', label: vulnerabilityTexts.stateFixed },
  { value: 'any', label: vulnerabilityTexts.stateAny },
]
const severities = [
  { value: '', label: vulnerabilityTexts.anySeverity },
  { value: 'critical', label: vulnerabilityTexts.critical },
  { value: 'high', label: vulnerabilityTexts.high },
  { value: 'medium', label: vulnerabilityTexts.medium },
  { value: 'low', label: vulnerabilityTexts.low },
  { value: 'unknown', label: vulnerabilityTexts.unknown },
]
const kinds = [
  { value: '', label: vulnerabilityTexts.anySoftware },
  { value: 'core', label: vulnerabilityTexts.wordpress },
  { value: 'plugin', label: vulnerabilityTexts.plugins },
  { value: 'theme', label: vulnerabilityTexts.themes },
]
const fixes = [
  { value: '', label: vulnerabilityTexts.anyFix },
  { value: 'yes', label: vulnerabilityTexts.hasFix },
  { value: 'no', label: vulnerabilityTexts.hasNoFix },
]

const attacks = [
  { value: '', label: vulnerabilityTexts.anyAttacks },
  { value: 'known', label: vulnerabilityTexts.withAttacks },
]

export default function SecurityPage() {
  const state = useTableState({ filters: ['state', 'severity', 'kind', 'fix', 'attacks'] })
  const { filters } = state
  // The export has the same findings as the list.
  const shownFilter = {
    ...(state.search && { search: state.search }),
    ...(filters.state && { state: filters.state as NonNullable<Input['state']> }),
    ...(filters.severity && { severity: [filters.severity] as NonNullable<Input['severity']> }),
    ...(filters.kind && { kind: [filters.kind] as NonNullable<Input['kind']> }),
    ...(filters.fix && { has_fix: filters.fix === 'yes' }),
    ...(filters.attacks && { is_exploited: true }),
  }
  const query = useList(
    'list-vulnerabilities',
    {
      ...pagingOf(state),
      ...shownFilter,
      ...(state.sort && { sort: state.sort as NonNullable<Input['sort']> }),
    },
    { every: everyMs },
  )
  const { data: counts } = useOperation('count-vulnerabilities', {}, { every: everyMs })
  const knowledge = counts?.knowledge
  const isCurrent = knowledge?.state === 'current'
  // Without a source, 0 would look like safety.
  const shown = (count: number) =>
    knowledge?.state === 'not_configured' || knowledge?.state === 'never_read' ? '–' : formatNumber(count)
  return (
    <>
      <PageHeader
        title={vulnerabilityTexts.security}
        guide="vulnerabilities"
        actions={
          <>
            <Button
              icon={IconDownload}
              onClick={() => void download('export-vulnerability-findings', shownFilter, vulnerabilityTexts.exporting)}
            >
              {vulnerabilityTexts.export}
            </Button>
            <LinkButton to="/security/emergency" tone="primary" icon={IconAlertTriangle}>
              {vulnerabilityTexts.emergency}
            </LinkButton>
          </>
        }
      >
        {vulnerabilityTexts.introduction}
      </PageHeader>
      <SecurityTabs current="vulnerabilities" />
      <KnowledgeNotice knowledge={knowledge} />
      {counts && (
        <div className="stats">
          <Stat label={vulnerabilityTexts.urgent} value={shown(counts.open.urgent)} />
          <Stat label={vulnerabilityTexts.affectedSites} value={shown(counts.sites)} />
          <Stat label={vulnerabilityTexts.acceptedNow} value={formatNumber(counts.accepted)} />
          <Stat label={vulnerabilityTexts.fixedLately} value={formatNumber(counts.fixed_30_days)} />
        </div>
      )}
      <DataTable
        name="vulnerabilities"
        label={vulnerabilityTexts.vulnerabilities}
        columns={vulnerabilityColumns}
        query={query}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        state={state}
        searchLabel={vulnerabilityTexts.searchVulnerabilities}
        filters={
          <>
            <FilterSelect
              label={vulnerabilityTexts.state}
              value={filters.state}
              options={states}
              onChange={(value) => state.set({ state: value })}
            />
            <FilterSelect
              label={vulnerabilityTexts.severity}
              value={filters.severity}
              options={severities}
              onChange={(severity) => state.set({ severity })}
            />
            <FilterSelect
              label={vulnerabilityTexts.software}
              value={filters.kind}
              options={kinds}
              onChange={(kind) => state.set({ kind })}
            />
            <FilterSelect
              label={vulnerabilityTexts.fixedIn}
              value={filters.fix}
              options={fixes}
              onChange={(fix) => state.set({ fix })}
            />
            <FilterSelect
              label={vulnerabilityTexts.attacks}
              value={filters.attacks}
              options={attacks}
              onChange={(value) => state.set({ attacks: value })}
            />
          </>
        }
        empty={(filtered) =>
          filtered ? (
            <EmptyState title={vulnerabilityTexts.noneMatch} />
          ) : isCurrent ? (
            <EmptyState icon={IconShieldCheck} title={vulnerabilityTexts.noneOpen}>
              {vulnerabilityTexts.noneOpenCurrent}
            </EmptyState>
          ) : (
            <EmptyState icon={IconAlertTriangle} title={vulnerabilityTexts.noneKnown}>
              {vulnerabilityTexts.noneOpenUnsure}
            </EmptyState>
          )
        }
      />
      {knowledge && <SourcesCard knowledge={knowledge} />}
    </>
  )
}
