import type { OpenEvent } from './event-store.ts'

/** Milliseconds after the last event of an address before it is told: more may be coming. */
const quietMs = 10_000
/** And the longest that anything waits for company. */
const longestWaitMs = 120_000

const mostSeparate = 3
const mostPerRecipient = 10
export const rateWindowMs = 10 * 60_000

/** When an address is first heard of, as far as it is still to be told. */
export function troubleSince(events: readonly OpenEvent[]): { address: string; at: Date }[] {
  return [...Map.groupBy(events, ({ address }) => address)].map(([address, own]) => ({
    address,
    at: new Date(Math.min(...own.map(({ created_at }) => created_at.getTime()))),
  }))
}

/**
 * Which events of one recipient go into which message, now. Events of one address keep together, and wait while its other
 * sites are still being looked at. Many addresses at a time, or many messages of late, make one message of all.
 */
export function groupEvents(
  events: readonly OpenEvent[],
  { uncertain, recent, now }: { uncertain: ReadonlySet<string>; recent: number; now: Date },
): OpenEvent[][] {
  if (recent >= mostPerRecipient) return []
  const groups = [...Map.groupBy(events, ({ address }) => address)].filter(([address, own]) => {
    const ages = own.map(({ created_at }) => now.getTime() - created_at.getTime())
    if (Math.max(...ages) >= longestWaitMs) return true
    return Math.min(...ages) >= quietMs && !uncertain.has(address)
  })
  if (groups.length > mostSeparate || groups.length + recent > mostPerRecipient)
    return groups.length === 0 ? [] : [groups.flatMap(([, own]) => own)]
  return groups.map(([, own]) => own)
}
