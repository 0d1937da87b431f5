import { useOperation } from '../../api/query.ts'
import { NamedPicker } from '../../fleet/named-picker.tsx'
import { conditionLabels } from '../../ui/condition-badge.tsx'
import { FilterSelect } from '../../ui/form/filter-select.tsx'
import { MoreFilters } from '../../ui/table/more-filters.tsx'
import type { TableState } from '../../ui/table/table-state.ts'
import { vulnerableTexts } from '../../vulnerabilities/vulnerable-texts.ts'
import { siteConditionTexts } from '../site-condition-texts.ts'

const statuses = [
  { value: '', label: 'Any status' },
  { value: 'connected', label: 'Connected' },
  { value: 'disconnected', label: 'Disconnected' },
  { value: 'suspended', label: 'Suspended' },
]

const attentions = [
  { value: '', label: siteConditionTexts.anyIssue },
  { value: 'down', label: conditionLabels.down.label },
  { value: 'degraded', label: conditionLabels.degraded.label },
  { value: 'stale', label: conditionLabels.stale.label },
  { value: 'unknown', label: conditionLabels.unknown.label },
  { value: 'disconnected', label: siteConditionTexts.disconnectedNotDown },
  { value: 'ok', label: siteConditionTexts.noProblem },
  { value: 'vulnerable', label: vulnerableTexts.vulnerable },
  { value: 'updates', label: 'Updates waiting' },
  { value: 'sync_failed', label: 'Last sync failed' },
  { value: 'no_client', label: 'Without a client' },
]

export function SiteFilters({ state }: { state: TableState }) {
  const { filters, set } = state
  return (
    <>
      <FilterSelect label="Status" value={filters.status} options={statuses} onChange={(status) => set({ status })} />
      <FilterSelect
        label={siteConditionTexts.issue}
        value={filters.attention}
        options={attentions}
        onChange={(attention) => set({ attention })}
      />
      <NamedPicker noun="client" value={filters.client_id} onChange={(option) => set({ client_id: option?.value })} />
      <NamedPicker noun="tag" value={filters.tag_id} onChange={(option) => set({ tag_id: option?.value })} />
      <MoreFilters count={[filters.wp_version, filters.php_version].filter(Boolean).length}>
        <VersionFilters state={state} />
      </MoreFilters>
    </>
  )
}

/** The versions in use, with the number of sites for each. */
function VersionFilters({ state: { filters, set } }: { state: TableState }) {
  const { data } = useOperation('list-site-choices', {})
  const options = (known: { version: string; sites: number }[] = [], any: string, selected: string | undefined) => [
    { value: '', label: any },
    ...(selected !== undefined && !known.some(({ version }) => version === selected)
      ? [{ value: selected, label: selected }]
      : []),
    ...known
      .filter(({ version }) => version !== '')
      .map(({ version, sites }) => ({ value: version, label: `${version} (${sites.toLocaleString()})` })),
  ]
  return (
    <>
      <FilterSelect
        label="WordPress version"
        value={filters.wp_version}
        options={options(data?.wp_versions, 'Any WordPress', filters.wp_version)}
        onChange={(wp_version) => set({ wp_version })}
      />
      <FilterSelect
        label="PHP version"
        value={filters.php_version}
        options={options(data?.php_versions, 'Any PHP', filters.php_version)}
        onChange={(php_version) => set({ php_version })}
      />
    </>
  )
}
