import { z } from 'zod'
import { defineEvent } from '../event-type.ts'

const rollout = {
  rollout_id: z.int(),
  name: z.string(),
  wave: z.int().describe('Counted from 1.'),
  waves: z.int(),
  sites_updated: z.int(),
  sites_failed: z.int(),
  sites_left: z.int(),
}

export const rolloutEvents = [
  defineEvent({
    type: 'rollout.wave_finished',
    severity: 'info',
    permission: 'updates.read',
    scope: 'fleet',
    title: 'A wave of a rollout has finished',
    data: z.object(rollout),
  }),
  defineEvent({
    type: 'rollout.paused',
    severity: 'warning',
    permission: 'updates.read',
    scope: 'fleet',
    title: 'A rollout was paused',
    data: z.object({ ...rollout, code: z.string(), reason: z.string() }),
  }),
  defineEvent({
    type: 'rollout.finished',
    severity: 'info',
    permission: 'updates.read',
    scope: 'fleet',
    title: 'A rollout has ended',
    data: z.object({ ...rollout, is_complete: z.boolean().describe('False: a person ended it early.') }),
  }),
] as const
