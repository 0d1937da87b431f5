import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, paged, perPage } from '../../../operation/shapes.ts'
import { describeMessage, NotificationMessage } from '../describe-notification.ts'
import { MessageState } from '../notification.ts'
import { countBuiltInMessages, listBuiltInMessages } from '../rules/channel-message-store.ts'

export const listNotificationMessages = operation({
  name: 'list-notification-messages',
  summary:
    'List sent and pending messages to the recipients of e-mails and to former webhooks, with state and last error.',
  effect: 'read',
  permission: 'settings.read',
  input: z.strictObject({ page, per_page: perPage(20, 100), state: MessageState.optional() }),
  output: paged(NotificationMessage),
}).does(async ({ page, per_page, state }, { db }) => {
  const [rows, total] = await Promise.all([
    listBuiltInMessages(db, { state, page, perPage: per_page }),
    countBuiltInMessages(db, state),
  ])
  return { items: rows.map(describeMessage), page, per_page, total }
})
