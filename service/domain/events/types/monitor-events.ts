import { z } from 'zod'
import { defineEvent } from '../event-type.ts'

const incident = {
  incident_id: z.int(),
  address: z.string().describe('The IP address of the site, or its host name if that is unknown.'),
  cause_code: z.string().describe('A short name of the cause, such as `tls_invalid`.'),
  cause: z.string(),
  began_at: z.string(),
}

export const monitorEvents = [
  defineEvent({
    type: 'monitor.down',
    severity: 'critical',
    permission: 'monitors.read',
    scope: 'site',
    title: 'A site is down',
    data: z.object(incident),
  }),
  defineEvent({
    type: 'monitor.up',
    severity: 'info',
    permission: 'monitors.read',
    scope: 'site',
    title: 'A site is up again',
    data: z.object({ ...incident, ended_at: z.string() }),
  }),
  defineEvent({
    type: 'monitor.degraded',
    severity: 'warning',
    permission: 'monitors.read',
    scope: 'site',
    title: 'A check of a site failed; it is checked again before it counts as down',
    data: z.object({ address: z.string(), cause: z.string(), began_at: z.string() }),
  }),
  defineEvent({
    type: 'certificate.problem',
    severity: 'warning',
    permission: 'ssl-monitor.read',
    scope: 'site',
    title: 'A certificate expires soon or is not valid',
    data: z.object({
      address: z.string(),
      cause: z.string(),
      expires_on: z.string().nullable(),
      days_left: z.int().nullable(),
    }),
  }),
  defineEvent({
    type: 'domain.expiring',
    severity: 'warning',
    permission: 'domain-monitor.read',
    scope: 'site',
    title: 'A domain must be renewed',
    data: z.object({ domain: z.string(), cause: z.string(), expires_on: z.string(), days_left: z.int() }),
  }),
  defineEvent({
    type: 'health.poor',
    severity: 'warning',
    permission: 'monitors.read',
    scope: 'site',
    title: 'The site health of a site is poor',
    data: z.object({ score: z.int().describe('Of 100.') }),
  }),
] as const
