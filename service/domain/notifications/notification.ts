import { z } from 'zod'
import { isoTime, type Timestamp } from '../../operation/shapes.ts'
import type { EventTypeName, FleetEvent } from '../events/index.ts'
import type { MailType } from '../settings/index.ts'

export const notificationKinds = ['down', 'up', 'certificate', 'domain', 'health'] as const
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.output<typeof NotificationKind>

/** The type of e-mail for each kind. */
export const mailTypeOf: Record<NotificationKind, MailType> = {
  down: 'uptime',
  up: 'uptime',
  certificate: 'uptime',
  domain: 'uptime',
  health: 'site_health',
}

const kinds: Partial<Record<string, NotificationKind>> = {
  'monitor.down': 'down',
  'monitor.up': 'up',
  'certificate.problem': 'certificate',
  'domain.expiring': 'domain',
  'health.poor': 'health',
} satisfies Partial<Record<EventTypeName, NotificationKind>>

/** An outage because of a certificate is reported as a problem of the certificate. */
export const tlsCause = 'tls_invalid'

/** The kind of an event in the settings of e-mails and former webhooks; null for all other events. */
export function notificationKindOf({ type, data }: Pick<FleetEvent, 'type' | 'data'>): NotificationKind | null {
  if (type === 'monitor.down' && data.cause_code === tlsCause) return 'certificate'
  return kinds[type] ?? null
}

/** The types of events that a rule must select for these kinds. The end of an outage follows the outage. */
export function typesOfKinds(given: readonly NotificationKind[]): EventTypeName[] {
  const hasOutages = given.includes('down') || given.includes('certificate')
  return [
    ...(hasOutages ? ['monitor.down' as const] : []),
    ...(given.includes('up') && !hasOutages ? ['monitor.up' as const] : []),
    ...(given.includes('certificate') ? ['certificate.problem' as const] : []),
    ...(given.includes('domain') ? ['domain.expiring' as const] : []),
    ...(given.includes('health') ? ['health.poor' as const] : []),
  ]
}

/** An event as `GET /notifications` and the former webhooks show it. */
export interface NotificationFacts {
  id: number
  kind: NotificationKind
  site_id: number | null
  site_url: string
  site_name: string
  address: string
  cause: string
  happened_at: Timestamp
  began_at: Timestamp | null
}

export function toNotificationFacts(
  event: Pick<FleetEvent, 'id' | 'type' | 'site_id' | 'site_name' | 'site_url' | 'data' | 'happened_at'>,
): NotificationFacts {
  const { data } = event
  const text = (field: string) => (typeof data[field] === 'string' ? data[field] : '')
  const began = new Date(text('began_at'))
  const isHealth = event.type === 'health.poor'
  return {
    id: event.id,
    kind: notificationKindOf(event) ?? 'down',
    site_id: event.site_id,
    site_url: event.site_url ?? '',
    site_name: event.site_name ?? '',
    address: isHealth ? 'health' : text('address') || text('domain'),
    cause: isHealth ? `${String(data.score)} of 100` : text('cause'),
    happened_at: isoTime(event.happened_at),
    began_at: Number.isNaN(began.getTime()) ? null : isoTime(began),
  }
}

export const messageStates = ['waiting', 'sending', 'sent', 'failed'] as const
export const MessageState = z.enum(messageStates)
export type MessageState = z.output<typeof MessageState>
