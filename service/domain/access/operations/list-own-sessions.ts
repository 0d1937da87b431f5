import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import { operation } from '../../../operation/operation.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { openSince, sessionEnd } from '../sessions/session.ts'
import { listSessions } from '../sessions/session-store.ts'

export const listOwnSessions = operation({
  name: 'list-own-sessions',
  summary: 'List your dashboard sessions.',
  effect: 'read',
  permission: 'own',
  input: z.strictObject({}),
  output: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        current: z.boolean(),
        address: z.string().nullable(),
        browser: z.string().nullable().describe('Such as Firefox on Windows; null: unknown.'),
        created_at: timestamp,
        last_seen_at: timestamp,
        expires_at: timestamp,
      }),
    ),
    total: z.int(),
  }),
}).does(async (_input, { db, clock, settings, actor }) => {
  const rows = await listSessions(db, requireUserId(actor), openSince(settings, clock.now()))
  const sessions = rows.map(({ id, address, browser, created_at, last_seen_at, expires_at }) => ({
    id,
    current: id === actor.sessionId,
    address,
    browser,
    created_at: isoTime(created_at),
    last_seen_at: isoTime(last_seen_at),
    expires_at: isoTime(new Date(Math.min(expires_at.getTime(), sessionEnd(settings, created_at).getTime()))),
  }))
  return { sessions, total: sessions.length }
})
