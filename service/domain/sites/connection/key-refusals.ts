import type { SiteRow } from '../site-store.ts'

/**
 * A site that refuses its key may be misrouted, restored from an old copy or in the middle of a move, so one refusal does not
 * disconnect it. Refusals that follow each other within an hour count once: they are calls of the same work.
 */
const countedApartMs = 3_600_000
const minRefusals = 3
const minMs = 24 * 3_600_000

export type KeyRefusals = Pick<SiteRow, 'key_refused_since' | 'key_refused_at' | 'key_refusals'>

export const noRefusals = { key_refused_since: null, key_refused_at: null, key_refusals: 0 } as const

export function addKeyRefusal(before: KeyRefusals, now: Date): KeyRefusals {
  const { key_refused_since: since, key_refused_at: at, key_refusals: count } = before
  if (since === null || at === null) return { key_refused_since: now, key_refused_at: now, key_refusals: 1 }
  if (now.getTime() - at.getTime() < countedApartMs) return before
  return { key_refused_since: since, key_refused_at: now, key_refusals: count + 1 }
}

/** Whether the site is disconnected now: it refused the key at three times or more, over a day or longer. */
export const areFinal = ({ key_refused_since: since, key_refusals }: KeyRefusals, now: Date): boolean =>
  since !== null && key_refusals >= minRefusals && now.getTime() - since.getTime() >= minMs

/** Whether the site itself refused; other problems, such as no answer, say nothing about the key. */
export const isRefusal = (code: string): boolean => code === 'svc_key_refused' || code === 'svc_registration_refused'

// Processes of 0.2.0 disconnect without clearing the flag.
const disconnectedByPerson = ['svc_site_disconnected', 'svc_address_changed']

/** Never true for a site that a person disconnected, whose address changed, or whose takeover failed. */
export const isKeyRetried = ({
  connection,
  key_is_retried,
  private_key,
  disconnected_code,
}: Pick<SiteRow, 'connection' | 'key_is_retried' | 'private_key' | 'disconnected_code'>): boolean =>
  connection === 'disconnected' &&
  key_is_retried &&
  private_key !== null &&
  !disconnectedByPerson.includes(disconnected_code ?? '')
