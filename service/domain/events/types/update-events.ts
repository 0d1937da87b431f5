import { z } from 'zod'
import { defineEvent } from '../event-type.ts'

const item = {
  type: z.string().describe('core, plugin, theme or translation'),
  slug: z.string(),
  name: z.string(),
  from: z.string().describe('The installed version.'),
  to: z.string().describe('The new version.'),
}

const failedItem = {
  ...item,
  to: z.string().describe('The version that was tried.'),
  job_id: z.string().nullable(),
  code: z
    .string()
    .optional()
    .describe('svc_checks_failed: it was installed and is still there, but the site failed its checks.'),
  message: z.string(),
}

export const updateEvents = [
  defineEvent({
    type: 'update.available',
    severity: 'info',
    permission: 'updates.read',
    scope: 'site',
    title: 'Updates are available',
    data: z.object({
      count: z.int().describe('Updates of this site that are available for the first time.'),
      updates: z.array(z.object(item)).describe('The first fifty of them.'),
    }),
  }),
  defineEvent({
    type: 'update.installed',
    severity: 'info',
    permission: 'updates.read',
    scope: 'site',
    title: 'An update was installed',
    data: z.object({ ...item, job_id: z.string().nullable() }),
  }),
  defineEvent({
    type: 'update.failed',
    severity: 'warning',
    permission: 'updates.read',
    scope: 'site',
    title: 'An update failed',
    data: z.object(failedItem),
  }),
  defineEvent({
    type: 'update.rolled_back',
    severity: 'warning',
    permission: 'updates.read',
    scope: 'site',
    title: 'An update was rolled back',
    data: z.object(failedItem),
  }),
  defineEvent({
    type: 'update.warned',
    severity: 'warning',
    permission: 'updates.read',
    scope: 'site',
    title: 'Checks after an update warn',
    data: z.object({
      run: z.string().describe('For the evidence of the checks.'),
      items: z.array(z.object(item)).describe('What was installed and stays, at most fifty.'),
      message: z.string().describe('What the checks found that a policy does not roll back for, such as a slow page.'),
    }),
  }),
] as const
