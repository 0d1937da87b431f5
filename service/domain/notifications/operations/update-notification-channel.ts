import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import {
  ChannelName,
  describeChannel,
  hasOwner,
  mutedUntil,
  NotificationChannel,
  sealTarget,
  TargetInput,
} from '../channels/channel.ts'
import { channelNotFound, requireChannel, toOwner } from '../channels/channel-owner.ts'
import { findListedChannel, updateChannelRow } from '../channels/channel-store.ts'

export const updateNotificationChannel = operation({
  name: 'update-notification-channel',
  summary:
    'Change a notification channel, mute it or switch it off; fields that are not sent do not change. A channel without an active owner gets you as its owner.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  stepUp: true,
  hiddenInput: ['target'],
  input: z.strictObject({
    id: z.int().min(1),
    name: ChannelName.optional(),
    target: TargetInput.optional().describe('Replaces the whole target.'),
    active: z.boolean().optional(),
    muted_until: mutedUntil.optional(),
  }),
  output: NotificationChannel,
  readOnly: [
    'service',
    'shown',
    'owner',
    'has_owner',
    'can_send',
    'last_sent_at',
    'last_error',
    'last_error_at',
    'created_at',
  ],
  subject: ({ id, name }) => JSON.stringify({ id, name }),
})
  .plans(async ({ id, target, ...changes }, context) => {
    const before = await requireChannel(context, id)
    const sealed = target === undefined ? {} : { shown: (await sealTarget(context, before.service, target)).shown }
    const { name, service, shown, active } = before
    return { id, would_affect: [{ id, name, service, shown, active, ...sealed, ...changes }] }
  })
  .does(async ({ id, target, name, active, muted_until }, context) => {
    const { db, actor, clock } = context
    const before = await requireChannel(context, id)
    const sealed = target === undefined ? {} : await sealTarget(context, before.service, target)
    const owner = hasOwner(before) ? {} : toOwner(actor)
    await updateChannelRow(db, id, {
      ...sealed,
      ...owner,
      // A new target or switching it on is a new attempt: the old error is out of date.
      ...((target !== undefined || active === true) && { last_error: null, last_error_at: null }),
      ...(name !== undefined && { name }),
      active: active ?? before.active,
      ...(muted_until !== undefined && { muted_until: muted_until === null ? null : new Date(muted_until) }),
    })
    const row = await findListedChannel(db, id, clock.now())
    if (!row) throw channelNotFound(id)
    return describeChannel(row, context.mail)
  })
