import { z } from 'zod'
import { defineEvent } from '../event-type.ts'

const by = z.string().describe('The user, key or schedule that did it.')

export const siteEvents = [
  defineEvent({
    type: 'site.added',
    severity: 'info',
    permission: 'sites.read',
    scope: 'site',
    title: 'A site was added',
    data: z.object({ by }),
  }),
  defineEvent({
    type: 'site.connected',
    severity: 'info',
    permission: 'sites.read',
    scope: 'site',
    title: 'A site was connected',
    data: z.object({}),
  }),
  defineEvent({
    type: 'site.disconnected',
    severity: 'warning',
    permission: 'sites.read',
    scope: 'site',
    title: 'A site lost its connection',
    data: z.object({ reason: z.string().describe('Why, as the site page shows it; empty if a user disconnected it.') }),
  }),
  defineEvent({
    type: 'site.removed',
    severity: 'info',
    permission: 'sites.read',
    scope: 'site',
    title: 'A site was removed',
    data: z.object({ by, name: z.string(), url: z.string() }),
  }),
  defineEvent({
    type: 'site.changed_by_others',
    severity: 'info',
    permission: 'sites.read',
    scope: 'site',
    title: 'A site was changed outside of Flotilla',
    data: z.object({
      count: z.int().describe('Changes that the site reported for the first time.'),
      changes: z
        .array(
          z.object({
            at: z.string(),
            type: z.string(),
            action: z.string(),
            item: z.string(),
            user: z.string(),
          }),
        )
        .describe('The latest ten.'),
    }),
  }),
  defineEvent({
    type: 'sync.failed',
    severity: 'warning',
    permission: 'sites.read',
    scope: 'site',
    title: 'A sync failed',
    data: z.object({ code: z.string(), message: z.string() }),
  }),
  defineEvent({
    type: 'sync.recovered',
    severity: 'info',
    permission: 'sites.read',
    scope: 'site',
    title: 'A site syncs again',
    data: z.object({ failing_since: z.string().nullable() }),
  }),
] as const
