import { Stat } from '../ui/card.tsx'
import { formatNumber } from '../ui/format/number.ts'
import { reportTexts } from './report-texts.ts'
import { reportsTexts } from './reports-texts.ts'

type Totals = Readonly<Record<string, string | number | boolean | null>>

/** Labels of the figures in reports. Figures without a label appear only in the report itself. */
const figureLabels: Record<string, [label: string | ((totals: Totals) => string), unit?: string]> = {
  // The share of the time in which the sites were monitored.
  uptime: [({ monitored_hours }) => reportTexts.reachable({ hours: Math.round(Number(monitored_hours)) }), ' %'],
  updates: [reportsTexts.updatesInstalled],
  incidents: [reportsTexts.interruptions],
  backups: [reportsTexts.backupsMade],
  vulnerabilities: [reportsTexts.knownVulnerabilities],
  pending_updates: [reportsTexts.updatesPending],
  hours: [reportsTexts.hoursOfWork],
}

const max = 4

export function ReportFigures({ totals }: { totals: Totals }) {
  const shown = Object.entries(figureLabels)
    .filter(([name]) => typeof totals[name] === 'number')
    .slice(0, max)
  if (shown.length === 0) return null
  return (
    <div className="grid-4 pairs">
      {shown.map(([name, [label, unit = '']]) => (
        <Stat
          key={name}
          label={typeof label === 'string' ? label : label(totals)}
          value={`${formatNumber(totals[name] as number)}${unit}`}
        />
      ))}
    </div>
  )
}
