import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { runAction } from '../actions/run-action.tsx'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { sentence } from '../texts/sentence.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { DeliveriesTable } from './deliveries-table.tsx'
import { webhookTexts } from './webhook-texts.ts'

const RotateDialog = lazy(() => import('./rotate-dialog.tsx'))
const ReplayDialog = lazy(() => import('./replay-dialog.tsx'))

export default function WebhookPage() {
  const { webhookId } = useParams({ from: '/webhooks/$webhookId' })
  const id = Number(webhookId)
  const { data, error, refetch } = useList('list-webhook-endpoints', {}, { every: 15_000 })
  const can = useCan()
  const [open, setOpen] = useState<'rotate' | 'replay' | null>(null)
  const close = () => setOpen(null)
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading lines={8} />
  const endpoint = data.rows.find((row) => row.id === id)
  if (!endpoint)
    return (
      <>
        <PageHeader title={webhookTexts.webhook} />
        <EmptyState
          title={webhookTexts.unknownWebhook}
          action={<LinkButton to="/webhooks">{webhookTexts.toList}</LinkButton>}
        />
      </>
    )
  const test = () =>
    void runAction(
      'test-webhook-endpoint',
      { id },
      { doing: webhookTexts.sendingTest, done: webhookTexts.testDelivered },
    )
  return (
    <>
      <PageHeader
        title={endpoint.description || endpoint.url}
        actions={
          <>
            <LinkButton to="/webhooks">{webhookTexts.toList}</LinkButton>
            {can('test-webhook-endpoint') && <Button onClick={test}>{webhookTexts.sendTest}</Button>}
            {can('replay-webhook-deliveries') && endpoint.active && (
              <Button onClick={() => setOpen('replay')}>{webhookTexts.replay}</Button>
            )}
            {can('rotate-webhook-secret') && <Button onClick={() => setOpen('rotate')}>{webhookTexts.rotate}</Button>}
          </>
        }
      >
        {endpoint.description ? endpoint.url : webhookTexts.introduction}
      </PageHeader>
      {endpoint.switched_off_reason && (
        <Notice tone="warn">{webhookTexts.switchedOff({ reason: sentence(endpoint.switched_off_reason) })}</Notice>
      )}
      <DeliveriesTable id={id} canReplay={endpoint.active && can('replay-webhook-deliveries')} />
      <Suspense fallback={null}>
        {open === 'rotate' && <RotateDialog id={id} onClose={close} />}
        {open === 'replay' && <ReplayDialog id={id} onClose={close} />}
      </Suspense>
    </>
  )
}
