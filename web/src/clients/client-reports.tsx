import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useOperation } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { ModuleGate } from '../modules/module-gate.tsx'
import { clientBrandingTexts } from '../reports/client-branding-texts.ts'
import { sentence } from '../texts/sentence.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card, Facts } from '../ui/card.tsx'
import { dayText } from '../ui/format/day.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { Notice } from '../ui/notice.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { clientsTexts } from './clients-texts.ts'

// Opened rarely, so it is not part of the page.
const ScheduleDialog = lazy(() =>
  import('../reports/schedule-dialog.tsx').then((file) => ({ default: file.ScheduleDialog })),
)

const ClientBrandingDialog = lazy(() =>
  import('../reports/client-branding-dialog.tsx').then((file) => ({ default: file.ClientBrandingDialog })),
)

interface Props {
  client: { id: number; name: string; email: string }
}

export function ClientReports({ client }: Props) {
  return (
    <ModuleGate module="reports" label={clientsTexts.reports}>
      <Reports client={client} />
    </ModuleGate>
  )
}

function Reports({ client }: Props) {
  const { id: clientId, email } = client
  const { data, error, refetch } = useOperation('get-report-schedule', { client_id_or_email: clientId })
  const [editing, setEditing] = useState<'schedule' | 'branding' | null>(null)
  const can = useCan()
  return (
    <Card
      title={clientsTexts.reports}
      actions={
        <span className="line">
          <Link to="/reports" search={{ client: String(clientId) }}>
            {clientsTexts.lookAtAReport}
          </Link>
          {can('update-client-branding') && (
            <Button small onClick={() => setEditing('branding')}>
              {clientBrandingTexts.branding}
            </Button>
          )}
          {data && can('update-report-schedule') && (
            <Button small onClick={() => setEditing('schedule')}>
              {clientsTexts.change}
            </Button>
          )}
        </span>
      }
    >
      {error && !data ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading lines={3} />
      ) : (
        <div className="stack">
          <Facts
            facts={[
              [
                clientsTexts.everyMonth,
                data.active ? (
                  clientsTexts.onDayDayofmonthAbout({ dayofmonth: data.day_of_month })
                ) : (
                  <Badge>{clientsTexts.notSentByItself}</Badge>
                ),
              ],
              [
                clientsTexts.to,
                data.recipients.join(', ') || email || <span className="soft">{clientsTexts.noOneThereIsNo}</span>,
              ],
              ...(data.next_on ? [[clientsTexts.next, dayText(data.next_on)] as const] : []),
              [clientsTexts.lastSent, <RelativeTime key="sent" at={data.last_sent_at} />],
            ]}
          />
          {data.last_problem && <Notice tone="bad">{sentence(data.last_problem)}</Notice>}
        </div>
      )}
      {editing === 'schedule' && data && (
        <Suspense>
          <ScheduleDialog schedule={data} onClose={() => setEditing(null)} />
        </Suspense>
      )}
      {editing === 'branding' && (
        <Suspense>
          <ClientBrandingDialog client={client} onClose={() => setEditing(null)} />
        </Suspense>
      )}
    </Card>
  )
}
