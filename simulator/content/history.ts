import type { Random } from '../random.ts'
import type { LogEvent, OutsideAction, Plugin } from '../site/model.ts'
import { chanceFor, type Origin } from './origin.ts'

const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0'
const dayLong = 86400

type Happening = readonly [type: number, context: string, action: string, meta: Readonly<Record<string, unknown>>]

const happenings: readonly Happening[] = [
  [1570, 'user', 'logged-in', {}],
  [1575, 'user', 'logged-out', {}],
  [1210, 'post', 'modified', { posttitle: 'Opening hours' }],
  [1205, 'post', 'published', { posttitle: 'We&#8217;re hiring' }],
  [1420, 'file', 'uploaded', { filename: 'team-photo.jpg', filepath: 'wp-content/uploads/2026/team-photo.jpg' }],
  [1520, 'comment', 'approved', { author: 'Marta', posttitle: 'Opening hours' }],
  [1540, 'comment', 'spammed', { author: 'SEO Expert', posttitle: 'Opening hours' }],
  [1435, 'widget', 'modified', { widgetname: 'Text', sidebar: 'Footer' }],
  [1500, 'menu', 'modified', { menuname: 'Main menu' }],
  [1910, 'system-setting', 'modified', { oldvalue: 'Just another site', newvalue: 'Welcome' }],
]

/** The last week of the activity log, oldest first; some rows share a second. */
export function makeEvents(origin: Origin, plugins: readonly Plugin[], login: string): LogEvent[] {
  const random = chanceFor(origin, 'events')
  const events: LogEvent[] = []
  let seconds = origin.startedAt - 6 * dayLong
  for (let number = 0; number < origin.plan.events; number++) {
    if (number === 0 || random.chance(0.8))
      seconds += random.between(60, Math.floor((6 * dayLong) / origin.plan.events))
    const [type, context, action, meta] = random.chance(0.2) ? pluginEvent(plugins, random) : random.pick(happenings)
    events.push({
      id: number + 1,
      type,
      seconds,
      micros: Math.min(999_999, number % 7 === 3 ? random.below(100_000) : random.below(1_000_000)),
      context,
      action,
      login,
      agent: browser,
      ip: `203.0.113.${random.between(1, 250)}`,
      meta,
    })
  }
  return events
    .sort((a, b) => a.seconds - b.seconds || a.micros - b.micros)
    .map((event, index) => ({ ...event, id: index + 1 }))
}

function pluginEvent(plugins: readonly Plugin[], random: Random): Happening {
  const chosen = random.pick(plugins)
  const [type, action] = random.pick([
    [1461, 'activated'],
    [1970, 'updated'],
  ] as const)
  return [type, 'plugin', action, pluginMeta(chosen)]
}

export const pluginMeta = ({ entry, version }: Plugin): Readonly<Record<string, unknown>> => ({
  slug: entry.file,
  plugindata: { name: entry.name, pluginuri: entry.uri, version, author: entry.author },
})

/** The last month of changes made at the site itself. */
export function makeActions(origin: Origin, plugins: readonly Plugin[], login: string): OutsideAction[] {
  const random = chanceFor(origin, 'actions')
  const inactive = plugins.filter(({ active }) => !active)
  return Array.from({ length: inactive.length === 0 ? 0 : random.between(0, 3) }, () => {
    const { entry } = random.pick(inactive)
    const created = origin.startedAt - random.between(1, 28) * dayLong + random.below(1_000_000) / 1_000_000
    return {
      key: `${Math.floor(created)}${random.between(1000, 9999)}`,
      context: 'plugins' as const,
      action: 'deactivated',
      login,
      created,
      summary: `"${entry.name}" plugin deactivated `,
      name: entry.name,
      slug: entry.file,
    }
  })
}
