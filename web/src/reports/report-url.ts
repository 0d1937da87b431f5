import { addresses } from 'virtual:operations'
import { requestFor } from '../api/request.ts'
import type { Period } from '../ui/form/period-choice.tsx'

export type Format = 'html' | 'pdf' | 'csv'

export interface Subject {
  kind: 'client' | 'site' | 'view'
  id: number
  /** One part of a site's report instead of all of it. */
  segment?: string
}

/** URL of a report file, for a frame, a new tab or a download. */
export function reportUrl({ kind, id, segment }: Subject, period: Period, format: Format): string {
  if (kind === 'client') {
    return requestFor(addresses['get-client-report'], { client_id_or_email: id, ...period, format }).url
  }
  if (kind === 'view') return requestFor(addresses['get-view-report'], { view_id: id, ...period, format }).url
  const whole = addresses['get-site-report']
  // Each segment has a URL of its own.
  const address =
    segment === undefined ? whole : { ...whole, path: whole.path.slice(0, whole.path.lastIndexOf('/') + 1) + segment }
  return requestFor(address, { site_id_or_domain: id, ...period, format }).url
}
