import { Stat } from '../ui/card.tsx'

type Totals = Readonly<Record<string, string | number | boolean | null>>

/** The words for what reports count; what has none is not shown here but in the report. */
const words: Record<string, [label: string, unit?: string]> = {
  uptime: ['reachable', ' %'],
  updates: ['updates installed'],
  incidents: ['interruptions'],
  backups: ['backups'],
  vulnerabilities: ['known vulnerabilities'],
  pending_updates: ['updates pending'],
  hours: ['hours of work'],
}

const most = 4

/** What the report says in a few numbers. */
export function ReportFigures({ totals }: { totals: Totals }) {
  const shown = Object.entries(words)
    .filter(([name]) => typeof totals[name] === 'number')
    .slice(0, most)
  if (shown.length === 0) return null
  return (
    <div className="grid-4 pairs">
      {shown.map(([name, [label, unit = '']]) => (
        <Stat key={name} label={label} value={`${(totals[name] as number).toLocaleString()}${unit}`} />
      ))}
    </div>
  )
}
