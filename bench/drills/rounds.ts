import type { killedDuringSync } from './killed-during-jobs.ts'

/** Where a drill tells what it counted. */
export type Say = (line: string) => void

const longestReadyMs = 10_000
/** The service has to be ready again within ten seconds of whatever happened. */
export const tooLate = (readyAfterMs: number) =>
  readyAfterMs > longestReadyMs ? [`ready only after ${readyAfterMs} ms`] : []

/** Plays the rounds and tells of each; answers what was wrong. */
export async function inRounds(
  say: Say,
  play: typeof killedDuringSync,
  plan: Omit<Parameters<typeof killedDuringSync>[0], 'says'>,
): Promise<string[]> {
  const problems: string[] = []
  const { acknowledged, lost } = await play({
    ...plan,
    says({ victim, processed, takenOver, readyAfterMs, doneAfterMs, problems: found }, number) {
      const counts = `${processed} of ${plan.sites} sites done, ${takenOver} taken over`
      const times = `ready again after ${readyAfterMs} ms, done after ${doneAfterMs} ms`
      say(`round ${number}: killed the ${victim} with ${counts}, ${times}`)
      problems.push(...[...found, ...tooLate(readyAfterMs)].map((problem) => `round ${number}: ${problem}`))
    },
  })
  say(`${acknowledged} acknowledged writes in ${plan.rounds} rounds, ${lost.length} lost`)
  return [...problems, ...lost.map((name) => `${name} was acknowledged and is not there`)]
}
