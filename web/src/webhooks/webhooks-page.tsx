import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { runAction } from '../actions/run-action.tsx'
import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { sentence } from '../texts/sentence.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconPlus, IconWebhook } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { webhookTexts } from './webhook-texts.ts'

const EndpointDialog = lazy(() => import('./endpoint-dialog.tsx'))

export type Endpoint = RowOf<'list-webhook-endpoints'>

export default function WebhooksPage() {
  const { data, error, refetch } = useList('list-webhook-endpoints', {}, { every: 15_000 })
  const former = useList('list-webhooks', {})
  const can = useCan()
  const [edited, setEdited] = useState<Endpoint | 'new' | null>(null)
  const formerCount = former.data?.rows.length ?? 0
  return (
    <>
      <PageHeader
        title={webhookTexts.webhooks}
        actions={
          can('add-webhook-endpoint') && (
            <Button tone="primary" icon={IconPlus} onClick={() => setEdited('new')}>
              {webhookTexts.add}
            </Button>
          )
        }
      >
        {webhookTexts.introduction}
      </PageHeader>
      {formerCount > 0 && (
        <Notice tone="note">
          {webhookTexts.formerFormat({
            count: formerCount,
            link: (text) => (
              <Link to="/notifications/$tab" params={{ tab: 'webhooks' }}>
                {text}
              </Link>
            ),
          })}
        </Notice>
      )}
      <Card>
        {error ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : !data ? (
          <Loading lines={4} />
        ) : data.rows.length === 0 ? (
          <EmptyState icon={IconWebhook} title={webhookTexts.noWebhooks}>
            {webhookTexts.noWebhooksHint}
          </EmptyState>
        ) : (
          <ul className="rows">
            {data.rows.map((endpoint) => (
              <EndpointItem key={endpoint.id} endpoint={endpoint} onEdit={() => setEdited(endpoint)} />
            ))}
          </ul>
        )}
      </Card>
      {edited && (
        <Suspense fallback={null}>
          <EndpointDialog endpoint={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </>
  )
}

function EndpointItem({ endpoint, onEdit }: { endpoint: Endpoint; onEdit: () => void }) {
  const can = useCan()
  const [isDeleting, setDeleting] = useState(false)
  const { id, url, description, types, active, failing_since, switched_off_reason } = endpoint
  const { delivered, failed, waiting, rotating_until } = endpoint
  const flip = () =>
    void runAction(
      'update-webhook-endpoint',
      { id, active: !active },
      { doing: webhookTexts.switching, done: active ? webhookTexts.isOff : webhookTexts.isOn },
    )
  return (
    <li className="apart">
      <div className="stack-tight">
        <span className="line">
          <Link to="/webhooks/$webhookId" params={{ webhookId: String(id) }} className="row-name">
            {description || url}
          </Link>
          <Badge tone={active ? 'good' : 'still'}>{active ? webhookTexts.on : webhookTexts.off}</Badge>
          {active && failing_since && (
            <Badge tone="bad">
              {webhookTexts.failing({ time: () => <RelativeTime key="time" at={failing_since} /> })}
            </Badge>
          )}
        </span>
        {description && (
          <span className="soft small" style={{ overflowWrap: 'anywhere' }}>
            {url}
          </span>
        )}
        {switched_off_reason && <span className="small">{sentence(switched_off_reason)}</span>}
        <span className="soft small">
          {types.length === 0 ? webhookTexts.allTypes : webhookTexts.types({ count: types.length })}
          {' · '}
          {webhookTexts.counts({ delivered, failed, waiting })}
        </span>
        {rotating_until && (
          <span className="soft small">
            {webhookTexts.rotating({ time: () => <RelativeTime key="time" at={rotating_until} /> })}
          </span>
        )}
      </div>
      <span className="line">
        <LinkButton small to="/webhooks/$webhookId" params={{ webhookId: String(id) }}>
          {webhookTexts.deliveries}
        </LinkButton>
        {can('update-webhook-endpoint') && (
          <>
            <Button small onClick={flip}>
              {active ? webhookTexts.switchOff : webhookTexts.switchOn}
            </Button>
            <Button small onClick={onEdit}>
              {webhookTexts.edit}
            </Button>
            <Button small tone="danger" onClick={() => setDeleting(true)}>
              {webhookTexts.delete}
            </Button>
          </>
        )}
      </span>
      {isDeleting && (
        <PlanDialog
          operation="delete-webhook-endpoint"
          input={{ id }}
          title={webhookTexts.deleteTitle}
          action={webhookTexts.delete}
          doing={webhookTexts.deleting}
          done={webhookTexts.deleted}
          danger
          onClose={() => setDeleting(false)}
        />
      )}
    </li>
  )
}
