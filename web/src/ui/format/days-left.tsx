import { Badge } from '../badge.tsx'
import { describeCount } from './describe-count.ts'

const soon = 7
const near = 30

/** Days until expiry: red in the last week, amber in the last month. */
export function DaysLeft({ days }: { days: number | null }) {
  if (days === null) return <span className="soft">–</span>
  if (days < 0) return <Badge tone="bad">Ended {describeCount(-days, 'day')} ago</Badge>
  if (days === 0) return <Badge tone="bad">Ends today</Badge>
  const tone = days <= soon ? 'bad' : days <= near ? 'warn' : 'good'
  return <Badge tone={tone}>{describeCount(days, 'day')}</Badge>
}
