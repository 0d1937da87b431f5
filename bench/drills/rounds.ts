import type { killedDuringSync } from './killed-during-jobs.ts'

/** Prints a line of a drill's results. */
export type Print = (line: string) => void

const maxReadyMs = 10_000
/** The service has to be ready again within ten seconds. */
export const describeLateness = (readyAfterMs: number) =>
  readyAfterMs > maxReadyMs ? [`ready only after ${readyAfterMs} ms`] : []

/** Runs the rounds, prints each and returns the problems. */
export async function reportRounds(
  print: Print,
  runDrill: typeof killedDuringSync,
  plan: Omit<Parameters<typeof killedDuringSync>[0], 'onRound'>,
): Promise<string[]> {
  const problems: string[] = []
  const { acknowledged, lost } = await runDrill({
    ...plan,
    onRound({ victim, processed, takenOver, readyAfterMs, doneAfterMs, problems: found }, number) {
      const counts = `${processed} of ${plan.sites} sites done, ${takenOver} taken over`
      const times = `ready again after ${readyAfterMs} ms, done after ${doneAfterMs} ms`
      print(`round ${number}: killed the ${victim} with ${counts}, ${times}`)
      problems.push(...[...found, ...describeLateness(readyAfterMs)].map((problem) => `round ${number}: ${problem}`))
    },
  })
  print(`${acknowledged} acknowledged writes in ${plan.rounds} rounds, ${lost.length} lost`)
  return [...problems, ...lost.map((name) => `${name} was acknowledged and is missing`)]
}
