import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { askDirectory, DirectoryError } from '../../../platform/public-directory.ts'
import { readSourceSettings } from '../sources/source-settings.ts'
import { listItemsToCheck, upsertDirectoryState } from '../support/directory-item-store.ts'
import { readDirectoryAnswer } from '../support/read-directory.ts'

const itemsPerRun = 100
const daysBetweenChecks = 7
const maxFailures = 3

export const checkDirectoryItems = operation({
  name: 'check-directory-items',
  summary:
    'Ask the public directory whether installed plugins and themes are still listed; the schedule does so every hour.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ checked: z.int(), failed: z.int(), closed: z.int() }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async (_input, { db, clock, outbound }) => {
    const { check_directory, directory_url } = await readSourceSettings(db)
    const done = { checked: 0, failed: 0, closed: 0 }
    if (!check_directory || directory_url === '') return done
    const before = new Date(clock.now().getTime() - daysBetweenChecks * 86_400_000)
    for (const item of await listItemsToCheck(db, before, itemsPerRun)) {
      const answer = await askDirectory({ outbound }, directory_url, {
        type: item.kind,
        action: 'information',
        request: { slug: item.slug },
        fields: { without: ['sections'] },
      }).catch((error: unknown) => {
        if (error instanceof DirectoryError) return null
        throw error
      })
      const state = answer && readDirectoryAnswer(item, answer)
      if (state) {
        await upsertDirectoryState(db, state, clock.now())
        done.checked++
        if (state.state === 'closed') done.closed++
      } else if (++done.failed >= maxFailures) break
    }
    return done
  })
