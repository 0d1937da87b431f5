import { Badge, type Tone } from '../ui/badge.tsx'
import { formatDecimal } from '../ui/format/number.ts'
import { vulnerabilityTexts } from './vulnerability-texts.ts'

const severities: Record<string, [Tone, string]> = {
  critical: ['bad', vulnerabilityTexts.critical],
  high: ['bad', vulnerabilityTexts.high],
  medium: ['warn', vulnerabilityTexts.medium],
  low: ['still', vulnerabilityTexts.low],
  none: ['still', vulnerabilityTexts.none],
  unknown: ['still', vulnerabilityTexts.unknown],
}

export function SeverityBadge({ severity, score }: { severity: string; score?: number | null }) {
  const [tone, label] = severities[severity] ?? ['still', severity]
  return (
    <Badge tone={tone} dot={severity === 'critical'}>
      {score == null ? label : `${label} ${formatDecimal(score, 1)}`}
    </Badge>
  )
}

/** Nothing when no source says so. */
export function ExploitedBadge({ exploited }: { exploited: boolean }) {
  if (!exploited) return null
  return (
    <span title={vulnerabilityTexts.exploitedHint}>
      <Badge tone="bad">{vulnerabilityTexts.exploited}</Badge>
    </span>
  )
}

export const kindLabels: Record<string, string> = {
  core: vulnerabilityTexts.wordpress,
  plugin: vulnerabilityTexts.plugin,
  theme: vulnerabilityTexts.theme,
}
