import { addresses } from '../../../contract/client.ts'
import { requestFor } from '../api/request.ts'
import type { Period } from '../ui/period-choice.tsx'

export type Format = 'html' | 'pdf' | 'csv'

export interface Subject {
  kind: 'client' | 'site'
  id: number
  /** One part of a site's report instead of the whole. */
  segment?: string
}

/** Where a report is read as a file: for a frame, a new tab or a download. */
export function reportUrl({ kind, id, segment }: Subject, period: Period, format: Format): string {
  if (kind === 'client') {
    return requestFor(addresses['get-client-report'], { client_id_or_email: id, ...period, format }).url
  }
  const whole = addresses['get-site-report']
  // Each segment has an address of its own beside the whole report.
  const address =
    segment === undefined ? whole : { ...whole, path: whole.path.slice(0, whole.path.lastIndexOf('/') + 1) + segment }
  return requestFor(address, { site_id_or_domain: id, ...period, format }).url
}
