import type { Room } from '../../operation/room.ts'
import { webhookSecretPlace } from './webhook-store.ts'

export const notificationsRoom: Room = {
  name: 'notifications',
  operations: [],
  addresses: [],
  sealed: [webhookSecretPlace],
}

export { type Announcement, announce } from './announce.ts'
export { type NotificationWork, startNotificationWork } from './notification-work.ts'
