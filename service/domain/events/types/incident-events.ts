import { z } from 'zod'
import { defineEvent } from '../event-type.ts'

const work = {
  incident_id: z.int(),
  by: z.string().describe('The user or key.'),
}

/** What people did about an incident of a monitor. */
export const incidentEvents = [
  defineEvent({
    type: 'incident.acknowledged',
    severity: 'info',
    permission: 'monitors.read',
    scope: 'site',
    title: 'An incident is acknowledged',
    data: z.object({ ...work, note: z.string() }),
  }),
  defineEvent({
    type: 'incident.assigned',
    severity: 'info',
    permission: 'monitors.read',
    scope: 'site',
    title: 'An incident is assigned, or its assignment is removed',
    data: z.object({ ...work, assigned_to: z.string().nullable().describe('The login of a user.') }),
  }),
  defineEvent({
    type: 'incident.resolved',
    severity: 'info',
    permission: 'monitors.read',
    scope: 'site',
    title: 'An incident is marked as resolved',
    data: z.object({ ...work, note: z.string() }),
  }),
  defineEvent({
    type: 'incident.reopened',
    severity: 'info',
    permission: 'monitors.read',
    scope: 'site',
    title: 'A resolved incident is reopened',
    data: z.object({ ...work, note: z.string() }),
  }),
] as const
