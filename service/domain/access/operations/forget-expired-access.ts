import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { deleteOldFailures } from '../failure-store.ts'
import { devicesUsedSince } from '../known-device.ts'
import { deleteUnusedKnownDevices } from '../known-device-store.ts'
import { idleSince } from '../session.ts'
import { deleteEndedSessions } from '../session-store.ts'

export const forgetExpiredAccess = operation({
  name: 'forget-expired-access',
  summary: 'Delete ended sessions, and failed sign-ins and devices that have expired.',
  effect: 'destroy',
  idempotent: true,
  permission: 'access.manage',
  input: z.strictObject({}),
  output: z.object({ sessions: z.int(), failures: z.int(), devices: z.int() }),
})
  .plans(async () => ({ would_affect: [], warnings: ['Deletes only rows that have no effect any more.'] }))
  .does(async (_input, { db, clock }) => {
    const now = clock.now()
    return {
      sessions: await deleteEndedSessions(db, now, idleSince(now)),
      failures: await deleteOldFailures(db, now),
      devices: await deleteUnusedKnownDevices(db, devicesUsedSince(now)),
    }
  })
