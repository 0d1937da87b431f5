import { isoTime } from '../../operation/shapes.ts'
import type { EventRow } from './event-store.ts'

/** What a webhook is sent: the same facts as an e-mail, for programs. */
export interface HookBody {
  text: string
  events: {
    id: number
    kind: EventRow['kind']
    site_id: number | null
    site_url: string
    site_name: string
    address: string
    cause: string
    happened_at: string | null
    began_at: string | null
  }[]
}

export function writeHook(text: string, events: readonly EventRow[]): HookBody {
  return {
    text,
    events: events.map(({ id, kind, site_id, site_url, site_name, address, cause, happened_at, began_at }) => ({
      id,
      kind,
      site_id,
      site_url,
      site_name,
      address,
      cause,
      happened_at: isoTime(happened_at),
      began_at: isoTime(began_at),
    })),
  }
}
