import { Link } from '@tanstack/react-router'
import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Notice } from '../ui/notice.tsx'
import { settingTexts } from './setting-texts.ts'

type Policy = RowOf<'list-update-policies'>

const shown = 10

const scopeNames: Readonly<Record<Policy['scope'], (values: { name: string }) => string>> = {
  fleet: () => settingTexts.policyFleet,
  tag: settingTexts.policyTag,
  view: settingTexts.policyView,
  client: settingTexts.policyClient,
  site: settingTexts.policySite,
  item: settingTexts.policyItem,
}

/** Which update policies replace the settings of this page, and for whom. */
export function PolicyOverrides() {
  const can = useCan()
  const { data } = useList('list-update-policies', {}, { enabled: can('list-update-policies') })
  if (!data) return null
  const link = (text: React.ReactNode) => <Link to="/update-policies">{text}</Link>
  // The policy of the fleet without rules of its own is the settings of this page.
  const policies = data.rows.filter(({ policy_id, rules }) => policy_id !== null && Object.keys(rules).length > 0)
  if (policies.length === 0) return <Notice>{settingTexts.policiesNone({ link })}</Notice>
  return (
    <Notice>
      {settingTexts.policiesSome({ count: policies.length, link })}{' '}
      <span className="soft">
        {policies
          .slice(0, shown)
          .map(({ scope, name }) => scopeNames[scope]({ name }))
          .join(', ')}
        {policies.length > shown && ' …'}
      </span>
    </Notice>
  )
}

export const MonitorOverrides = () => (
  <Notice>{settingTexts.monitorOverrides({ link: (text) => <Link to="/monitors">{text}</Link> })}</Notice>
)
