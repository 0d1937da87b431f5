import { type Actor, anonymousActor } from '../../../operation/actor.ts'
import type { Context } from '../../../operation/context.ts'
import { messageOf } from '../../../platform/error-facts.ts'
import { hasKeyCallsBefore, type KeyUse, recordKeyUse, takeKeyDay } from './key-use-store.ts'

type KeyUseContext = Pick<Context, 'db' | 'clock' | 'audit' | 'log'>

/** Counts the calls with API keys in this process and stores the counts once a minute. */
export interface KeyUseCounter {
  count(actor: Actor, address: string): void
  /** Stores what was counted. */
  store(): Promise<void>
  /** Stores it for the last time: a timer that is left would delay the end of the process by a minute. */
  stop(): Promise<void>
}

const storeEveryMs = 60_000
/** Known pairs of key and address in memory; above this number the first use of others is stored within the minute. */
const maxKnown = 10_000

const keyActor = (
  { keyId, userId, name }: Pick<KeyUse, 'keyId' | 'userId' | 'name'>,
  address: string | null,
): Actor => ({
  ...anonymousActor(address),
  kind: 'key',
  name,
  keyId,
  userId,
})

export function createKeyUseCounter(context: KeyUseContext): KeyUseCounter {
  const { clock, log } = context
  const known = new Set<string>()
  let counted = new Map<string, KeyUse>()
  let cancelNext: (() => void) | null = null

  let storing: Promise<void> = Promise.resolve()

  /** One after the other: a caller that waits for this waits for all that was counted before. */
  function store(): Promise<void> {
    const next = storing.then(async () => {
      const uses = [...counted.values()]
      counted = new Map()
      for (const use of uses) await storeUse(context, use)
    })
    storing = next.catch(() => {})
    return next
  }
  const attempt = () =>
    store().catch((error) => log.warn({ reason: messageOf(error) }, 'the use of API keys was not recorded'))

  return {
    count({ keyId, userId, name }, address) {
      if (keyId === null || userId === null) return
      const pair = `${keyId} ${address}`
      const use = counted.get(pair)
      if (use) use.calls++
      else counted.set(pair, { keyId, userId, name, address, calls: 1 })
      if (!known.has(pair) && known.size < maxKnown) {
        // The first use from an address is recorded at once.
        known.add(pair)
        void attempt()
      } else {
        cancelNext ??= clock.after(storeEveryMs, () => {
          cancelNext = null
          void attempt()
        })
      }
    },
    store,
    stop() {
      cancelNext?.()
      return attempt()
    },
  }
}

function storeUse({ db, clock, audit }: KeyUseContext, use: KeyUse): Promise<void> {
  const now = clock.now()
  return db.transaction().execute(async (trx) => {
    if (!(await recordKeyUse(trx, use, dayOf(now), now))) return
    const subject = JSON.stringify({ key_id: use.keyId, address: use.address })
    const actor = keyActor(use, use.address)
    const line = { actor, requestId: 'key use', operation: 'use-key-from-new-address', subject, outcome: 'ok' }
    await audit.record(line, { within: trx })
  })
}

/** Writes one line per key and day before today: how often it was used, and from where. */
export async function sumUpKeyUse({ db, clock, audit }: KeyUseContext): Promise<void> {
  const today = dayOf(clock.now())
  while (await hasKeyCallsBefore(db, today)) {
    await db.transaction().execute(async (trx) => {
      const sum = await takeKeyDay(trx, today)
      if (!sum) return
      const { day, key_id, calls, addresses, most } = sum
      const subject = JSON.stringify({ key_id, day, calls, addresses, most_calls_from: most.map(nameAddress) })
      const actor = keyActor({ keyId: key_id, userId: sum.user_id, name: sum.name }, null)
      await audit.record({ actor, requestId: 'key use', operation: 'use-key', subject, outcome: 'ok' }, { within: trx })
    })
  }
}

const nameAddress = (address: string) => (address === '' ? 'other addresses' : address)
const dayOf = (now: Date) => now.toISOString().slice(0, 10)
