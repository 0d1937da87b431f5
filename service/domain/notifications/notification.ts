import { z } from 'zod'
import type { EventTypeName } from '../events/index.ts'
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

/** The type of event for each kind, by which rules of channels select it. */
export const eventTypeOf: Record<NotificationKind, EventTypeName> = {
  down: 'monitor.down',
  // The end of an outage follows the outage.
  up: 'monitor.down',
  certificate: 'certificate.problem',
  domain: 'domain.expiring',
  health: 'health.poor',
}

export const channels = ['email', 'webhook'] as const
export type Channel = (typeof channels)[number]

export const messageStates = ['waiting', 'sending', 'sent', 'failed'] as const
export const MessageState = z.enum(messageStates)
export type MessageState = z.output<typeof MessageState>
