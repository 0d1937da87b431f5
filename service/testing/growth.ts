/**
 * The cost of one input of eight times the size, divided by the cost of eight inputs: about 1 if `run` is linear, 8 if it is
 * quadratic. Tests compare with `linearGrowth`. Uses the minimum of several processor times, so that a busy machine does not
 * matter.
 */
export function growthOf<Input>(
  inputOf: (size: number) => Input,
  run: (input: Input) => unknown,
  size: number,
): number {
  const small = inputOf(size)
  const large = inputOf(size * factor)
  const runSmall = () => {
    for (let times = 0; times < factor; times++) run(small)
  }
  const eightSmall = leastMs(runSmall)
  return leastMs(() => run(large)) / eightSmall
}

/** The largest growth that counts as linear. */
export const linearGrowth = 3.5

const factor = 8
// Shorter times are below the precision of the clock.
const shortestMs = 4

function leastMs(run: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 4; round++) {
    const start = process.threadCpuUsage()
    run()
    const { user, system } = process.threadCpuUsage(start)
    least = Math.min(least, (user + system) / 1000)
  }
  return Math.max(least, shortestMs)
}

/** The cost of one way against the cost of another. */
export const costRatio = (run: () => unknown, other: () => unknown): number => leastMs(run) / leastMs(other)
