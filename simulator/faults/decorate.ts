/** Keys under which people read text. */
const readable = new Set(
  (
    'name Name title Title description Description content author author_url Author AuthorName display_name login nicename ' +
    'post_title postName summary error status_text tagline categories tags themeactivated siteurl last_name first_name'
  ).split(' '),
)

/** A copy with `change` applied to every text that people read. */
export function decorate(payload: unknown, change: (text: string) => string, key = ''): unknown {
  if (typeof payload === 'string') return readable.has(key) ? change(payload) : payload
  if (Array.isArray(payload)) return payload.map((item) => decorate(item, change, key))
  if (payload === null || typeof payload !== 'object') return payload
  return Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, decorate(value, change, name)]))
}

const times = new Set('dts created created_on last_post_gmt last_updated registered last_password_change'.split(' '))

/** A copy with all times shifted by this many seconds. */
export function shiftTimes(payload: unknown, seconds: number, key = ''): unknown {
  if (times.has(key)) {
    if (typeof payload === 'number') return payload + seconds
    if (typeof payload === 'string' && /^\d+\.\d+$/.test(payload)) {
      const [whole = '0', fraction = '0'] = payload.split('.')
      return `${Number(whole) + seconds}.${fraction}`
    }
    if (typeof payload === 'string') return payload.replace(/^\d{4}/, (year) => String(Number(year) + 10))
  }
  if (Array.isArray(payload)) return payload.map((item) => shiftTimes(item, seconds, key))
  if (payload === null || typeof payload !== 'object') return payload
  return Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, shiftTimes(value, seconds, name)]))
}
