import { z } from 'zod'

export const notificationKinds = ['down', 'up', 'certificate'] as const
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.output<typeof NotificationKind>

export const channels = ['email', 'webhook'] as const
export type Channel = (typeof channels)[number]

export const messageStates = ['waiting', 'sending', 'sent', 'failed'] as const
export const MessageState = z.enum(messageStates)
export type MessageState = z.output<typeof MessageState>
