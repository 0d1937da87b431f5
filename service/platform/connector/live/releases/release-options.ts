import { parseArgs } from 'node:util'
import { type RolloutOptions, readRolloutOptions } from '../rollouts/rollout-options.ts'
import { releaseKinds } from './kinds.ts'

export const releaseWays = ['ability', 'job', 'rollout'] as const
export type ReleaseWay = (typeof releaseWays)[number]

export const wayInTurn = (turn: number): ReleaseWay => releaseWays[turn % releaseWays.length] ?? 'ability'

export interface ReleaseOptions extends Omit<RolloutOptions, 'readOnly'> {
  /** Names of kinds; all if empty. */
  only: string[]
  /** So many good releases instead of the bad ones. */
  good: number
  /** The attacks on the guard instead of the releases. */
  attack: boolean
  /** Null: in turn. */
  way: ReleaseWay | null
  /** Called with "save" once and with "restore" before each release after one that was not taken back. */
  keeper: string | null
  /** Minutes after the update at which the site is checked again, for the policy of the site. */
  soak: number[]
}

export const releaseUsage = `Updates a real site to bad releases with a running Flotilla, and compares what its places say with the site.

  npm run test:live -- --releases --flotilla http://127.0.0.1:8700 --flotilla-user admin --flotilla-password … \\
    --url https://site.example --user admin --password … --serve-packages site.example:8080

  --only fatal,blank       some of: ${releaseKinds.map(({ name }) => name).join(', ')}
  --good 100               so many good releases instead: counts false alarms
  --attack                 the guard as an attacker instead: nothing may be restored, nothing may stay armed
  --by ability             or job, or rollout; without it in turn
  --soak 1,2               minutes after which the site is checked again (policy of the site)
  --keeper command         called with “save” once, and with “restore” when a release was not taken back; without it the
                           suite ends there

The site is not in Flotilla before, and not connected before and after. The home page is read every 100 ms.`

export const isReleases = (args: readonly string[]): boolean => args.includes('--releases')

/** Throws a sentence if something is missing. */
export function readReleaseOptions(args: string[], environment: Record<string, string | undefined>): ReleaseOptions {
  const own = ['--only', '--good', '--by', '--soak', '--keeper']
  const flags = ['--attack', '--releases']
  const isOwn = (index: number) =>
    own.includes(args[index] ?? '') || own.includes(args[index - 1] ?? '') || flags.includes(args[index] ?? '')
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    args: args.filter((_, index) => isOwn(index)),
    options: { only: text, good: text, by: text, soak: text, keeper: text, attack: flag, releases: flag },
  })
  const { readOnly: _, ...rest } = readRolloutOptions(
    args.filter((_, index) => !isOwn(index)),
    environment,
  )
  const only = (values.only ?? '').split(',').filter(Boolean)
  for (const name of only)
    if (!releaseKinds.some((kind) => kind.name === name)) throw new Error(`--only does not know ${name}.`)
  const way = releaseWays.find((each) => each === values.by) ?? null
  if (values.by !== undefined && way === null) throw new Error(`--by takes one of ${releaseWays.join(', ')}.`)
  const good = Number(values.good ?? 0)
  if (!Number.isSafeInteger(good) || good < 0) throw new Error('--good takes a number.')
  const soak = (values.soak ?? '1,2').split(',').filter(Boolean).map(Number)
  if (soak.some((minutes) => !Number.isSafeInteger(minutes))) throw new Error('--soak takes numbers of minutes.')
  return { ...rest, only, good, attack: values.attack, way, keeper: values.keeper ?? null, soak }
}
