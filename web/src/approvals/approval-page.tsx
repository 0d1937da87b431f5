import { useMutation } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { DataOf } from '../../../contract/client.ts'
import { signWithPasskey } from '../access/use-passkey.ts'
import { runAction } from '../actions/run-action.tsx'
import { call } from '../api/call.ts'
import type { Problem } from '../api/problem.ts'
import { queries, useOperation } from '../api/query.ts'
import { sentence } from '../texts/sentence.ts'
import { Button } from '../ui/button.tsx'
import { Card, Facts } from '../ui/card.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { approvalTexts } from './approval-texts.ts'
import { ApprovalState } from './approvals-page.tsx'
import { digestOf, readSignedRequest, type SignedRequest, textOf } from './signed-request.ts'

type Approval = DataOf<'get-approval'>

const pollMs = 10_000
const maxShown = 1_000

/** Shows exactly what the passkey signs: everything is read from the bytes of the request, and the digest is computed here. */
export default function ApprovalPage() {
  const { approvalId } = useParams({ from: '/approvals/$approvalId' })
  const input = { approval_id: Number(approvalId) }
  const { data, error, refetch } = useOperation('get-approval', input, { every: pollMs })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading lines={8} />
  const request = readSignedRequest(data.request)
  return (
    <>
      <PageHeader title={approvalTexts.title({ operation: request.operation })}>
        <Link to="/approvals">{approvalTexts.allApprovals}</Link>
      </PageHeader>
      <Decision approval={data} />
      <div className="grid-2">
        <Plan request={request} />
        <Card title={approvalTexts.request}>
          <div className="stack">
            <Facts
              facts={[
                [approvalTexts.state, <ApprovalState key="state" state={data.state} />],
                [approvalTexts.key, request.credential.name],
                [approvalTexts.operation, request.operation],
                ...(request.hosts?.length
                  ? [[approvalTexts.hosts, <strong key="hosts">{textOf(request.hosts)}</strong>] as const]
                  : []),
                [approvalTexts.requested, <RelativeTime key="at" at={data.requested_at} />],
                [approvalTexts.digest, <code key="digest">{data.digest}</code>],
              ]}
            />
            <h3>{approvalTexts.input}</h3>
            {Object.keys(request.input).length === 0 ? (
              <p className="soft">{approvalTexts.noInput}</p>
            ) : (
              // Names of the API, exactly as they are signed.
              <div lang="en">
                <Facts facts={Object.entries(request.input).map(([name, value]) => [name, textOf(value)])} />
              </div>
            )}
          </div>
        </Card>
      </div>
    </>
  )
}

function Plan({ request: { plan } }: { request: SignedRequest }) {
  const { would_affect, count, warnings, dry_run: _, ...further } = plan
  const shown = would_affect.slice(0, maxShown)
  return (
    <Card title={approvalTexts.wouldDo}>
      <div className="stack">
        <strong>{approvalTexts.affected({ count })}</strong>
        {warnings.map((warning) => (
          <Notice key={warning} tone="warn">
            {sentence(warning)}
          </Notice>
        ))}
        {Object.keys(further).length > 0 && (
          <Facts facts={Object.entries(further).map(([name, value]) => [name, textOf(value)])} />
        )}
        <ul className="rows">
          {shown.map((target, index) => (
            // Targets have no common key, and the list never changes.
            <li key={index} style={{ overflowWrap: 'anywhere' }}>
              {textOf(target)}
            </li>
          ))}
        </ul>
        {would_affect.length > shown.length && (
          <p className="soft small">{approvalTexts.shown({ shown: shown.length, count: would_affect.length })}</p>
        )}
      </div>
    </Card>
  )
}

function Decision({ approval }: { approval: Approval }) {
  const { id, state, decided_by, expires_at, options, request } = approval
  const approve = useMutation<unknown, Problem>({
    mutationFn: async () => {
      // The passkey signs what this page has read, whatever challenge the service sent.
      const challenge = await digestOf(request)
      return call('approve-call', { approval_id: id, passkey: await signWithPasskey({ ...options, challenge }) })
    },
    onSuccess: () => toast(approvalTexts.approved, { tone: 'good' }),
    onSettled: () => queries.invalidateQueries(),
  })
  const user = decided_by ?? ''
  if (state === 'expired') return <Notice>{approvalTexts.expiredText}</Notice>
  if (state === 'outdated') return <Notice>{approvalTexts.outdatedText}</Notice>
  if (state === 'used') return <Notice tone="good">{approvalTexts.usedText({ user })}</Notice>
  if (state === 'refused') return <Notice>{approvalTexts.refusedText({ user })}</Notice>
  const refuse = () =>
    void runAction('refuse-call', { approval_id: id }, { doing: approvalTexts.refusing, done: approvalTexts.refused })
  return (
    <Card>
      <div className="stack">
        <p>
          {state === 'approved'
            ? approvalTexts.approvedText({ user })
            : approvalTexts.expires({ time: () => <RelativeTime key="time" at={expires_at} /> })}
        </p>
        {approve.error && <Notice tone="bad">{approve.error.message}</Notice>}
        {options === null && (
          <Notice tone="warn">
            {approvalTexts.noPasskey({ account: (text) => <Link to="/account">{text}</Link> })}
          </Notice>
        )}
        <span className="line">
          {state === 'pending' && options !== null && (
            <Button tone="primary" disabled={approve.isPending} onClick={() => approve.mutate()}>
              {approve.isPending ? approvalTexts.approving : approvalTexts.approve}
            </Button>
          )}
          <Button onClick={refuse}>{approvalTexts.refuse}</Button>
        </span>
      </div>
    </Card>
  )
}
