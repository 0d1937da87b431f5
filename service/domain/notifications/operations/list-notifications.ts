import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, paged, perPage } from '../../../operation/shapes.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { describeNotification, Notification } from '../describe-notification.ts'
import { NotificationKind } from '../notification.ts'
import { countNotifications, listNotificationRows } from '../notification-store.ts'

export const listNotifications = operation({
  name: 'list-notifications',
  summary: 'List notifications, newest first: sites that are down or up again, certificates, domains, poor health.',
  effect: 'read',
  permission: 'notifications.read',
  input: z.strictObject({
    page,
    per_page: perPage(20, 100),
    kind: NotificationKind.optional(),
    site_id_or_domain: SiteRef.optional(),
  }),
  output: paged(Notification),
  aliases: { site_id: 'site_id_or_domain' },
}).does(async ({ page, per_page, kind, site_id_or_domain }, context) => {
  const { db, actor } = context
  const site = site_id_or_domain === undefined ? undefined : await requireSite(context, site_id_or_domain)
  const filter = { kind, siteId: site?.id, limits: actor.limits }
  const [rows, total] = await Promise.all([
    listNotificationRows(db, filter, { page, perPage: per_page }),
    countNotifications(db, filter),
  ])
  return { items: rows.map(describeNotification), page, per_page, total }
})
