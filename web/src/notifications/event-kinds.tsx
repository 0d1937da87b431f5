import { Badge, type Tone } from '../ui/badge.tsx'

export const eventKinds = [
  { value: 'down', label: 'Down', hint: 'A site does not answer any more.' },
  { value: 'up', label: 'Back up', hint: 'A site that was down answers again.' },
  { value: 'certificate', label: 'Certificate', hint: 'A certificate expires soon, has expired or does not fit.' },
  { value: 'domain', label: 'Domain', hint: 'A domain expires soon or has expired.' },
  { value: 'health', label: 'Site health', hint: 'The health of a site is poor.' },
] as const

export type EventKind = (typeof eventKinds)[number]['value']

const tones: Record<EventKind, Tone> = { down: 'bad', up: 'good', certificate: 'warn', domain: 'warn', health: 'warn' }

export function KindBadge({ kind }: { kind: EventKind }) {
  return (
    <Badge tone={tones[kind]} dot>
      {eventKinds.find(({ value }) => value === kind)?.label ?? kind}
    </Badge>
  )
}
