import type { WaveInput } from './rollout.ts'

/** What waves select by. */
export interface WaveSite {
  id: number
  clientId: number | null
  tagIds: readonly number[]
  host: string
  phpVersion: string
  wpVersion: string
}

export interface CutWave {
  name: string
  soakMinutes: number
  budget: number
  siteIds: number[]
}

const startsWithVersion = (version: string, prefix: string) => version === prefix || version.startsWith(`${prefix}.`)

function describeWave(
  { sites, percent, host, php_version, wp_version, name }: WaveInput,
  position: number,
  isLast: boolean,
): string {
  if (name) return name
  if (sites === 1 && position === 0) return 'Canary'
  if (sites !== undefined) return `${sites} sites`
  if (percent !== undefined) return `${percent} %`
  if (host !== undefined) return host
  if (php_version !== undefined) return `PHP ${php_version}`
  if (wp_version !== undefined) return `WordPress ${wp_version}`
  return isLast ? 'Other sites' : `Wave ${position + 1}`
}

/** At least one: with less, a wave could never start. */
function budgetOf({ max_failures, max_failure_percent }: WaveInput, sites: number): number {
  const byShare = max_failure_percent === undefined ? sites : Math.floor((sites * max_failure_percent) / 100)
  return Math.max(1, Math.min(max_failures ?? sites, byShare))
}

/**
 * Distributes the sites over the waves, in their order. Sites that no wave selects are in the last one; waves without
 * sites are left out. Sites are taken in a mixed order, so that a wave is not one host or client by accident.
 */
export function cutWaves(sites: readonly WaveSite[], waves: readonly WaveInput[]): CutWave[] {
  let left = [...sites].sort((a, b) => mixed(a.id) - mixed(b.id) || a.id - b.id)
  const cut: CutWave[] = []
  for (const [position, wave] of waves.entries()) {
    const isLast = position === waves.length - 1
    const matches = (site: WaveSite) =>
      (wave.tag_id === undefined || site.tagIds.includes(wave.tag_id)) &&
      (wave.client_id === undefined || site.clientId === wave.client_id) &&
      (wave.host === undefined || site.host === wave.host.toLowerCase()) &&
      (wave.php_version === undefined || startsWithVersion(site.phpVersion, wave.php_version)) &&
      (wave.wp_version === undefined || startsWithVersion(site.wpVersion, wave.wp_version))
    const limits = [
      wave.sites,
      wave.percent === undefined ? undefined : Math.max(1, Math.round((sites.length * wave.percent) / 100)),
    ]
    const limit = isLast
      ? Number.POSITIVE_INFINITY
      : Math.min(...limits.map((each) => each ?? Number.POSITIVE_INFINITY))
    const taken = (isLast ? left : left.filter(matches)).slice(0, limit)
    if (taken.length === 0) continue
    const own = new Set(taken)
    left = left.filter((site) => !own.has(site))
    cut.push({
      name: describeWave(wave, position, isLast),
      soakMinutes: wave.soak_minutes,
      budget: budgetOf(wave, taken.length),
      siteIds: taken.map(({ id }) => id),
    })
  }
  return cut
}

/** The same mixed order for the same sites: a plan and its rollout have the same waves. */
const mixed = (id: number) => (Math.imul(id, 2_654_435_761) >>> 0) % 1_000_003

const canaryFrom = 25
const maxCanaryShare = 0.05

/** How many sites the first wave may have where there is no way back: WordPress itself. */
export const largestCanary = (sites: number): number =>
  sites > canaryFrom ? Math.max(1, Math.floor(sites * maxCanaryShare)) : sites

/** One site, then 5 %, then the rest. */
export const presetWaves: WaveInput[] = [
  { sites: 1, soak_minutes: 15, max_failures: 1 },
  { percent: 5, soak_minutes: 30, max_failure_percent: 2 },
  { soak_minutes: 0, max_failure_percent: 1 },
]
