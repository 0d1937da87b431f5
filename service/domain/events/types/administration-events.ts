import { z } from 'zod'
import { defineEvent } from '../event-type.ts'

export const administrationEvents = [
  defineEvent({
    type: 'access.new_device',
    severity: 'warning',
    permission: 'access.read',
    scope: 'fleet',
    title: 'A user signed in from a new device',
    data: z.object({
      user_id: z.int(),
      login: z.string(),
      address: z.string().nullable(),
      browser: z.string().nullable(),
    }),
  }),
  defineEvent({
    type: 'access.key_created',
    severity: 'warning',
    permission: 'access.read',
    scope: 'fleet',
    title: 'An API key was created',
    data: z.object({
      key_id: z.int(),
      user_id: z.int(),
      description: z.string(),
      scopes: z.array(z.string()),
      by: z.string(),
    }),
  }),
  defineEvent({
    type: 'approval.requested',
    severity: 'warning',
    permission: 'account.read',
    scope: 'owner',
    title: 'A call of a key needs approval',
    data: z.object({
      approval_id: z.int(),
      operation: z.string(),
      label: z.string().describe('The operation, for people.'),
      targets: z.int(),
      by: z.string().describe('The key.'),
      expires_at: z.string(),
      address: z.string().describe('The page of the dashboard where a person decides.'),
    }),
  }),
  defineEvent({
    type: 'settings.changed',
    severity: 'info',
    permission: 'settings.read',
    scope: 'fleet',
    title: 'Settings were changed',
    data: z.object({ group: z.string(), keys: z.array(z.string()).describe('Their names, without values.') }),
  }),
  defineEvent({
    type: 'webhook.switched_off',
    severity: 'warning',
    permission: 'settings.read',
    scope: 'fleet',
    title: 'A webhook was switched off',
    data: z.object({ webhook_id: z.int(), url: z.string(), reason: z.string() }),
  }),
] as const
