import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useOperation } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { ModuleGate } from '../modules/module-gate.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card, Facts } from '../ui/card.tsx'
import { dayText } from '../ui/format/day.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { Notice } from '../ui/notice.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'

// Opened rarely, so it is not part of the page.
const ScheduleDialog = lazy(() =>
  import('../reports/schedule-dialog.tsx').then((file) => ({ default: file.ScheduleDialog })),
)

export function ClientReports({ clientId, email }: { clientId: number; email: string | null }) {
  return (
    <ModuleGate module="reports" label="Reports">
      <Reports clientId={clientId} email={email} />
    </ModuleGate>
  )
}

function Reports({ clientId, email }: { clientId: number; email: string | null }) {
  const { data, error, refetch } = useOperation('get-report-schedule', { client_id_or_email: clientId })
  const [editing, setEditing] = useState(false)
  const can = useCan()
  return (
    <Card
      title="Reports"
      actions={
        <span className="line">
          <Link to="/reports" search={{ client: String(clientId) }}>
            Look at a report
          </Link>
          {data && can('update-report-schedule') && (
            <Button small onClick={() => setEditing(true)}>
              Change
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
                'Every month',
                data.active ? `On day ${data.day_of_month}, about the month before` : <Badge>Not sent by itself</Badge>,
              ],
              ['To', data.recipients.join(', ') || email || <span className="soft">Nobody: there is no address</span>],
              ...(data.next_on ? [['Next', dayText(data.next_on)] as const] : []),
              ['Last sent', <RelativeTime key="sent" at={data.last_sent_at} />],
            ]}
          />
          {data.last_problem && <Notice tone="bad">{data.last_problem}</Notice>}
        </div>
      )}
      {editing && data && (
        <Suspense>
          <ScheduleDialog schedule={data} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Card>
  )
}
