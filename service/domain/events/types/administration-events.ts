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
  defineEvent({
    type: 'service_backup.failed',
    severity: 'warning',
    permission: 'settings.read',
    scope: 'fleet',
    title: 'A backup of Flotilla failed',
    data: z.object({ backup_id: z.int(), reason: z.string() }),
  }),
  defineEvent({
    type: 'service_backup.late',
    severity: 'critical',
    permission: 'settings.read',
    scope: 'fleet',
    title: 'The backup of Flotilla is late',
    data: z.object({ last_success_at: z.string().nullable() }),
  }),
  defineEvent({
    type: 'service_backup.check_failed',
    severity: 'critical',
    permission: 'settings.read',
    scope: 'fleet',
    title: 'A backup of Flotilla could not be restored',
    data: z.object({ backup_id: z.int(), reason: z.string() }),
  }),
] as const
