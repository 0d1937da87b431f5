import { Badge, type Tone } from '../ui/badge.tsx'
import { notificationsTexts } from './notifications-texts.ts'

export const eventKinds = [
  { value: 'down', label: notificationsTexts.down, hint: notificationsTexts.aSiteDoesNot },
  { value: 'up', label: notificationsTexts.backUp, hint: notificationsTexts.aSiteThatWas },
  { value: 'certificate', label: notificationsTexts.certificate, hint: notificationsTexts.aCertificateExpiresSoon },
  { value: 'domain', label: notificationsTexts.domain, hint: notificationsTexts.aDomainExpiresSoon },
  { value: 'health', label: notificationsTexts.siteHealth, hint: notificationsTexts.theHealthOfA },
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
