const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const dayOf = (name: string) => dayNames.findIndex((day) => day.toLowerCase() === name.slice(0, 3).toLowerCase())

export interface UpdateWindow {
  days: number[]
  from: string
  to: string
}

export interface Freeze {
  from: string
  to: string
  note: string
}

/** `Mon-Fri 22:00-04:00`, `Sat,Sun 00:00-00:00`; null for a line that is none. */
export function readWindow(line: string): UpdateWindow | null {
  const found = /^([A-Za-z,-]+) (\d\d:\d\d)-(\d\d:\d\d)$/.exec(line.trim())
  if (!found) return null
  const [, days = '', from = '', to = ''] = found
  const read = days.split(',').flatMap((part) => {
    const [first = '', last = first] = part.split('-')
    const [start, end] = [dayOf(first), dayOf(last)]
    if (start < 0 || end < 0) return [-1]
    return Array.from({ length: ((end - start + 7) % 7) + 1 }, (_, index) => (start + index) % 7)
  })
  return read.includes(-1) ? null : { days: [...new Set(read)], from, to }
}

export const formatWindow = ({ days, from, to }: UpdateWindow) =>
  `${days.map((day) => dayNames[day]).join(',')} ${from}-${to}`

/** `2026-12-15 to 2027-01-05 Christmas`. */
export function readFreeze(line: string): Freeze | null {
  const found = /^(\d{4}-\d\d-\d\d) to (\d{4}-\d\d-\d\d)(?: (.*))?$/.exec(line.trim())
  return found ? { from: found[1] ?? '', to: found[2] ?? '', note: found[3] ?? '' } : null
}

export const formatFreeze = ({ from, to, note }: Freeze) => `${from} to ${to} ${note}`.trim()

export interface SecurityWave {
  sites?: number
  percent?: number
  soak_minutes: number
  max_failures?: number
  max_failure_percent?: number
}

const waveLine =
  /^(?:(?:(\d{1,7}) sites?)|(?:(\d{1,3}(?:\.\d{1,2})?) ?%)|rest)(?:, (\d{1,4}) min)?(?:, stop after (\d{1,6})( ?%)?)?$/i

/** `1 site, 5 min, stop after 1`, `10 %, 10 min, stop after 5 %`, `rest`: who, how long to wait afterwards, when to stop. */
export function readWave(line: string): SecurityWave | null {
  const found = waveLine.exec(line.trim())
  if (!found) return null
  const [, sites, percent, minutes = '0', failures, isShare] = found
  return {
    ...(sites !== undefined && { sites: Number(sites) }),
    ...(percent !== undefined && { percent: Number(percent) }),
    soak_minutes: Number(minutes),
    ...(failures !== undefined && { [isShare ? 'max_failure_percent' : 'max_failures']: Number(failures) }),
  }
}

export function formatWave({ sites, percent, soak_minutes, max_failures, max_failure_percent }: SecurityWave): string {
  const who =
    sites !== undefined ? `${sites} ${sites === 1 ? 'site' : 'sites'}` : percent !== undefined ? `${percent} %` : 'rest'
  const stop = max_failures !== undefined ? `${max_failures}` : `${max_failure_percent} %`
  const stops = max_failures !== undefined || max_failure_percent !== undefined
  return [who, soak_minutes > 0 && `${soak_minutes} min`, stops && `stop after ${stop}`].filter(Boolean).join(', ')
}

export const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** No minutes at all: the checks are not repeated. */
export const formatMinutes = (minutes: readonly number[] | null | undefined) =>
  minutes ? (minutes.length === 0 ? '0' : minutes.join(', ')) : ''

export const readMinutes = (text: string | null) =>
  text === null
    ? null
    : text
        .split(/[,;\s]/)
        .filter(Boolean)
        .map(Number)
        .filter((minute) => minute !== 0)
