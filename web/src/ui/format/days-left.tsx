import { Badge } from '../badge.tsx'
import { formatTexts } from './format-texts.ts'

const soon = 7
const near = 30

/** Days until expiry: red in the last week, amber in the last month. */
export function DaysLeft({ days }: { days: number | null }) {
  if (days === null) return <span className="soft">–</span>
  if (days < 0) return <Badge tone="bad">{formatTexts.endedValue({ value: -days })}</Badge>
  if (days === 0) return <Badge tone="bad">{formatTexts.endsToday}</Badge>
  const tone = days <= soon ? 'bad' : days <= near ? 'warn' : 'good'
  return <Badge tone={tone}>{formatTexts.count({ count: days })}</Badge>
}
