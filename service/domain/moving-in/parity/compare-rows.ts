import { readNumber } from '../../../platform/connector/reading/values.ts'
import { type Comparison, different, same, unknown } from './compare-sites.ts'
import type { PresentRow } from './present-store.ts'

const changed = 'It was changed in one of the two dashboards since the import, or existed before.'
const byDefault = 'One of them uses the default setting of its dashboard, so the two cannot be compared.'
const notHeld = 'This value does not exist here; the import used the default.'

type Fields = Record<string, unknown>

const text = (value: unknown) => (value === undefined || value === null ? '' : String(value))

const compareText = (field: string, there: Fields, here: PresentRow): Comparison =>
  text(there[field]) === text(here[field])
    ? same(field)
    : different(field, text(there[field]), text(here[field]), changed)

export function compareClientRow(there: Fields, here: PresentRow): Comparison[] {
  const [before, now] = [text(there.email), text(here.email)]
  const email = before.toLowerCase() === now.toLowerCase() ? same('email') : different('email', before, now, changed)
  return [compareText('name', there, here), email]
}

export const compareTagRow = (there: Fields, here: PresentRow): Comparison[] => [
  text(there.name).toLowerCase() === text(here.name).toLowerCase()
    ? same('name')
    : different('name', text(there.name), text(here.name), changed),
]

export function compareCostRow(there: Fields, here: PresentRow): Comparison[] {
  const [before, now] = [readNumber(there.price), readNumber(here.price)]
  const price =
    before !== null && before === now ? same('price') : different('price', text(there.price), text(here.price), changed)
  const choice = (field: 'renewal_type' | 'status', fallback: string) => {
    const result = compareText(field, there, here)
    return result.result === 'different' && here[field] === fallback ? { ...result, reason: notHeld } : result
  }
  return [compareText('name', there, here), price, choice('renewal_type', 'disabled'), choice('status', 'active')]
}

/** Whether monitors without a setting of their own are on; undefined: the export file does not say. */
export interface MonitorDefaults {
  isOnThere: boolean | undefined
  isOnHere: boolean
}

/** -1, 0 and `useglobal` mean the default there, null here. */
export function compareMonitorRow(there: Fields, here: PresentRow, defaults: MonitorDefaults): Comparison[] {
  const isDefault = (value: unknown) => ['', '-1', 'useglobal'].includes(text(value))
  const compare = (field: string, before: unknown, now: unknown, comparable: string) => {
    if (isDefault(before) && now === null) return same(field)
    if (isDefault(before) || now === null) return unknown(field, text(before), text(now), byDefault)
    return comparable === text(now) ? same(field) : different(field, text(before), text(now), changed)
  }
  const minutes = readNumber(there.interval)
  return [
    compareActive(isDefault(there.active) ? defaults.isOnThere : there.active === '1', here.active, defaults),
    compare('interval', there.interval === '0' ? '' : there.interval, here.interval_seconds, text((minutes ?? 0) * 60)),
    compare('type', there.type, here.type, text(there.type)),
  ]
}

function compareActive(
  before: boolean | undefined,
  own: PresentRow[string] | undefined,
  { isOnHere }: MonitorDefaults,
) {
  const now = own === null ? isOnHere : own === true
  const describe = (isOn: boolean) => (isOn ? 'on' : 'off')
  if (before === undefined) return unknown('active', 'default', describe(now), byDefault)
  return before === now ? same('active') : different('active', describe(before), describe(now), changed)
}
