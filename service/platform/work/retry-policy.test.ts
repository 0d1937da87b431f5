import { expect, it } from 'vitest'
import { nextAttemptAt, type RetryPolicy } from './retry-policy.ts'

const now = new Date('2026-11-18T12:00:00Z')
const [second, minute] = [1_000, 60_000]
const ends: RetryPolicy = { delaysMs: [5 * second, minute], maxRequestedMs: 10 * minute }
const repeats: RetryPolicy = { delaysMs: [second, minute], repeatsLast: true, giveUpAfterMs: 60 * minute }

it.each([
  ['the first delay', ends, { attempts: 1 }, 5 * second],
  ['the second delay', ends, { attempts: 2 }, minute],
  ['none after the last', ends, { attempts: 3 }, null],
  ['what the receiver asks for', ends, { attempts: 1, requestedMs: 2 * minute }, 2 * minute],
  ['not less than its own delay', ends, { attempts: 2, requestedMs: second }, minute],
  ['not more than the limit of requests', ends, { attempts: 1, requestedMs: 99 * minute }, 10 * minute],
  ['the last delay again', repeats, { attempts: 9, createdAt: now }, minute],
  ['none when it is too old', repeats, { attempts: 1, createdAt: new Date(now.getTime() - 61 * minute) }, null],
])('waits for %s', (_name, policy, failed, delay) => {
  const next = nextAttemptAt(policy, { ...failed, now })
  expect(next && next.getTime() - now.getTime()).toBe(delay)
})
