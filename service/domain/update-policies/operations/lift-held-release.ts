import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { HeldRelease, toHeldRelease } from '../held-release.ts'
import { findHeldRelease, liftRelease } from '../held-release-store.ts'
import { heldReleaseNotFound, policiesAreShared } from '../policy-errors.ts'

export const liftHeldRelease = operation({
  name: 'lift-held-release',
  summary: 'Lift the hold on a release, so that it is installed again. New failures hold it again.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'updates.manage',
  input: z.strictObject({ held_release_id: z.int().min(1) }),
  output: HeldRelease,
})
  .plans(async ({ held_release_id: id }, { db, actor }) => {
    if (actor.limits) throw policiesAreShared()
    const held = await findHeldRelease(db, id)
    if (!held) throw heldReleaseNotFound(id)
    return { would_affect: [toHeldRelease(held)] }
  })
  .does(async ({ held_release_id: id }, { db, actor, clock }) => {
    if (actor.limits) throw policiesAreShared()
    const lifted = await liftRelease(db, id, actor.name, clock.now())
    if (!lifted) throw heldReleaseNotFound(id)
    return toHeldRelease(lifted)
  })
