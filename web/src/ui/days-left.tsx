import { Badge } from './badge.tsx'
import { counted } from './describe-count.ts'

const soon = 7
const near = 30

/** How long something is still good: red in its last week, amber in its last month. */
export function DaysLeft({ days }: { days: number | null }) {
  if (days === null) return <span className="soft">–</span>
  if (days < 0) return <Badge tone="bad">Ended {counted(-days, 'day')} ago</Badge>
  if (days === 0) return <Badge tone="bad">Ends today</Badge>
  const tone = days <= soon ? 'bad' : days <= near ? 'warn' : 'good'
  return <Badge tone={tone}>{counted(days, 'day')}</Badge>
}
