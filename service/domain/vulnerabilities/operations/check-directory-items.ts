import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { OutboundError } from '../../../platform/outbound/errors.ts'
import { readSourceSettings } from '../sources/source-settings.ts'
import { listItemsToCheck, upsertDirectoryState } from '../support/directory-item-store.ts'
import { readDirectoryAnswer } from '../support/read-directory.ts'

const itemsPerRun = 100
const daysBetweenChecks = 7
const maxFailures = 3
const maxAnswerBytes = 2 * 1024 * 1024

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
      const url = new URL(`/${item.kind}s/info/1.2/`, directory_url)
      url.searchParams.set('action', `${item.kind}_information`)
      url.searchParams.set('request[slug]', item.slug)
      url.searchParams.set('request[fields][sections]', '0')
      const answer = await outbound
        .request({
          url: url.href,
          maxBytes: maxAnswerBytes,
          maxDecodedBytes: maxAnswerBytes,
          deadlines: { total: 20_000 },
        })
        .catch((error: unknown) => {
          if (error instanceof OutboundError) return null
          throw error
        })
      const state = answer && readDirectoryAnswer(item, answer.status, answer.body.toString())
      if (state) {
        await upsertDirectoryState(db, state, clock.now())
        done.checked++
        if (state.state === 'closed') done.closed++
      } else if (++done.failed >= maxFailures) break
    }
    return done
  })
