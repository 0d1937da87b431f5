import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { runAction } from '../actions/run-action.tsx'
import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { confirm } from '../ui/dialog/confirm.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconPencil, IconPlus, IconTrash } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { typeLabels } from '../updates/update-labels.ts'
import { policyTexts } from './policy-texts.ts'

export type Policy = RowOf<'list-update-policies'>

const PolicyDialog = lazy(() => import('./policy-dialog.tsx'))

const scopes = {
  fleet: policyTexts.scopeFleet,
  tag: policyTexts.scopeTag,
  view: policyTexts.scopeView,
  client: policyTexts.scopeClient,
  site: policyTexts.scopeSite,
  item: policyTexts.scopeItem,
} as const

const actions = { automatic: policyTexts.automatic, ask: policyTexts.ask, never: policyTexts.never } as const
const describeAction = (action: keyof typeof actions | null | undefined) =>
  action ? actions[action].toLowerCase() : policyTexts.inherited

export default function PoliciesPage() {
  const can = useCan()
  const [edited, setEdited] = useState<Policy | 'new' | null>(null)
  const { data, error, refetch } = useList('list-update-policies', {})
  const remove = async ({ policy_id, name }: Policy) => {
    const question = {
      title: policyTexts.removeTitle({ name }),
      text: policyTexts.removeConsequence,
      action: policyTexts.remove,
    }
    if (policy_id === null || !(await confirm({ ...question, tone: 'danger' }))) return
    await runAction('delete-update-policy', { policy_id }, { doing: policyTexts.removing, done: policyTexts.removed })
  }
  const canEdit = ({ scope }: Policy) =>
    can('save-update-policy') && (scope !== 'fleet' || can('update-general-settings'))
  return (
    <>
      <PageHeader
        title={policyTexts.policies}
        actions={
          can('save-update-policy') && (
            <Button tone="primary" icon={IconPlus} onClick={() => setEdited('new')}>
              {policyTexts.add}
            </Button>
          )
        }
      >
        {policyTexts.backToRollouts({ rollouts: (text: ReactNode) => <Link to="/rollouts">{text}</Link> })}.{' '}
        {policyTexts.introduction}
      </PageHeader>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading lines={6} />
      ) : (
        data.rows.map((policy) => (
          <Card
            key={policy.policy_id ?? 'fleet'}
            title={
              policy.scope === 'fleet'
                ? scopes.fleet
                : policyTexts.subject({ scope: scopes[policy.scope], name: policy.name })
            }
            actions={
              canEdit(policy) && (
                <span className="line">
                  <Button small icon={IconPencil} onClick={() => setEdited(policy)}>
                    {policyTexts.edit}
                  </Button>
                  {policy.scope !== 'fleet' && (
                    <Button small icon={IconTrash} onClick={() => void remove(policy)}>
                      {policyTexts.remove}
                    </Button>
                  )}
                </span>
              )
            }
          >
            <PolicySummary policy={policy} />
          </Card>
        ))
      )}
      {edited && (
        <Suspense fallback={null}>
          <PolicyDialog policy={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </>
  )
}

function PolicySummary({ policy: { rules, updated_at, updated_by } }: { policy: Policy }) {
  const { patch, minor, major, security, types, delay_days, windows, freezes, guard, gates, browser_sites } = rules
  // Without a type, “automatic” applies to nothing: a person is asked.
  const hasTypes = !types || types.length > 0
  const describe = (action: typeof patch) => describeAction(!hasTypes && action === 'automatic' ? 'ask' : action)
  const opensBrowser = [gates?.console, gates?.screenshot].some((mode) => mode === 'warn' || mode === 'block')
  const sites = browser_sites === 'all' ? policyTexts.browserAll : policyTexts.browserSample
  const guards = {
    off: policyTexts.guardOff,
    if_possible: policyTexts.guardIfPossible,
    required: policyTexts.guardRequired,
  }
  return (
    <div className="stack-tight">
      <span>
        {policyTexts.summaryActions({
          patch: describe(patch),
          minor: describe(minor),
          major: describe(major),
          security: describe(security),
        })}
      </span>
      <div className="line small">
        {!hasTypes && <Badge tone="warn">{policyTexts.summaryNoTypes}</Badge>}
        {types && hasTypes && types.length < Object.keys(typeLabels).length && (
          <Badge>{policyTexts.summaryTypes({ types: types.map((type) => typeLabels[type]).join(', ') })}</Badge>
        )}
        {delay_days != null && <Badge>{policyTexts.summaryDelay({ days: delay_days })}</Badge>}
        {windows && windows.length > 0 && <Badge>{policyTexts.summaryWindows({ count: windows.length })}</Badge>}
        {freezes && freezes.length > 0 && (
          <Badge tone="warn">{policyTexts.summaryFreezes({ count: freezes.length })}</Badge>
        )}
        {guard && <Badge>{policyTexts.summaryGuard({ guard: guards[guard].toLowerCase() })}</Badge>}
        {opensBrowser && <Badge>{policyTexts.summaryBrowser({ sites: sites.toLowerCase() })}</Badge>}
        {gates?.status === 'off' && <Badge tone="warn">{policyTexts.summaryChecks}</Badge>}
      </div>
      {updated_at && (
        <span className="soft small">
          {policyTexts.changed({ user: updated_by ?? '', time: () => <RelativeTime at={updated_at} /> })}
        </span>
      )}
    </div>
  )
}
