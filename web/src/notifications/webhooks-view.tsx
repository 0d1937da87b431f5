import { lazy, Suspense, useState } from 'react'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { runAction } from '../actions/run-action.tsx'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconPlus, IconWebhook } from '../ui/icons.ts'
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { uiTexts } from '../ui/ui-texts.ts'
import { webhookTexts } from '../webhooks/webhook-texts.ts'
import { KindBadge } from './event-kinds.tsx'
import { notificationsTexts } from './notifications-texts.ts'
import { type Webhook, WebhookDialog } from './webhook-dialog.tsx'

const ConvertDialog = lazy(() => import('../webhooks/convert-dialog.tsx'))

export function WebhooksView() {
  const { data, error, refetch } = useList('list-webhooks', {})
  const can = useCan()
  const [open, setOpen] = useState<{ hook: Webhook | null; what: 'edit' | 'delete' | 'convert' } | null>(null)
  const close = () => setOpen(null)
  const add = can('add-webhook') && (
    <Button tone="primary" small icon={IconPlus} onClick={() => setOpen({ hook: null, what: 'edit' })}>
      {notificationsTexts.addAWebhook}
    </Button>
  )
  const flip = ({ id, active }: Webhook) =>
    void runAction(
      'update-webhook',
      { id, active: !active },
      {
        doing: notificationsTexts.switchingTheWebhook,
        done: active ? notificationsTexts.webhookIsOff : notificationsTexts.webhookIsOn,
      },
    )
  return (
    <Card title={notificationsTexts.webhooks} actions={add}>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading lines={4} />
      ) : data.rows.length === 0 ? (
        <EmptyState icon={IconWebhook} title={notificationsTexts.noWebhooksYet}>
          {notificationsTexts.eachMessageIsPosted}
        </EmptyState>
      ) : (
        <ul className="rows">
          {data.rows.map((hook) => (
            <li key={hook.id} className="apart">
              <div className="stack-tight">
                <span className="line">
                  <strong style={{ overflowWrap: 'anywhere' }}>{hook.url}</strong>
                  <Badge tone={hook.active ? 'good' : 'still'}>
                    {hook.active ? notificationsTexts.on : notificationsTexts.off}
                  </Badge>
                </span>
                <span className="line">
                  {hook.kinds.map((kind) => (
                    <KindBadge key={kind} kind={kind} />
                  ))}
                  <span className="soft small">
                    {notificationsTexts.sinceNumberId({
                      time: () => <RelativeTime at={hook.created_at} />,
                      id: hook.id,
                    })}
                  </span>
                </span>
              </div>
              {can('update-webhook') && (
                <span className="line">
                  <Button small onClick={() => flip(hook)}>
                    {hook.active ? notificationsTexts.switchOff : notificationsTexts.switchOn}
                  </Button>
                  {can('convert-webhook') && (
                    <Button small onClick={() => setOpen({ hook, what: 'convert' })}>
                      {webhookTexts.convert}
                    </Button>
                  )}
                  <Button small onClick={() => setOpen({ hook, what: 'edit' })}>
                    {notificationsTexts.edit}
                  </Button>
                  <Button small tone="danger" onClick={() => setOpen({ hook, what: 'delete' })}>
                    {notificationsTexts.delete}
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {open?.what === 'edit' && <WebhookDialog hook={open.hook} onClose={close} />}
      {open?.what === 'convert' && open.hook && (
        <Suspense fallback={null}>
          <ConvertDialog id={open.hook.id} url={open.hook.url} onClose={close} />
        </Suspense>
      )}
      {open?.what === 'delete' && open.hook && (
        <PlanDialog
          operation="delete-webhook"
          input={{ id: open.hook.id }}
          title={notificationsTexts.deleteTheWebhook}
          action={uiTexts.delete}
          doing={notificationsTexts.deletingTheWebhook}
          done={notificationsTexts.theWebhookIsDeleted}
          danger
          onClose={close}
        />
      )}
    </Card>
  )
}
