import type { Operation } from '../operation/operation.ts'
import { exampleInput, type Fields } from '../surfaces/testing/every-call.ts'
import { markedSites } from './seed-marked-fleet.ts'

/** Values of required fields in the marked fleet; an operation is called with all of them. */
const values: Record<string, unknown[]> = {
  url: ['http://127.0.0.1:1/'],
  client_id_or_email: [1, 2, 3],
  tag_id: [1, 2, 3, 4, 5],
  id: markedSites,
  incident_id: markedSites,
  window_id: markedSites,
  update_id: markedSites,
  // The marked fleet has no views: a report about one is 404.
  view_id: [1],
  slug: ['common/common.php', ...markedSites.map((site) => `site-${site}-mark`)],
  type: ['plugin', 'theme'],
  // The public directory is not called: both are refused.
  search: ['m'],
  picture: ['mark'],
  q: ['mark', 'common', 'client', 'tag'],
  start_date: ['2026-01-01'],
  end_date: ['2026-12-31'],
}

/** Inputs for reading as much of the marked fleet as possible; none if a required field has no value here. */
export function markedInputs(operation: Operation, more: Record<string, unknown[]> = {}): Fields[] {
  const known = { ...values, ...more }
  const required = Object.keys(exampleInput(operation))
  const all = Object.fromEntries(
    Object.entries({ per_page: 100, limit: 50 }).filter(
      ([name, value]) => operation.input.shape[name]?.safeParse(value).success,
    ),
  )
  return required.reduce<Fields[]>(
    (inputs, name) => inputs.flatMap((input) => (known[name] ?? []).map((value) => ({ ...input, [name]: value }))),
    [all],
  )
}
