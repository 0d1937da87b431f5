/**
 * How much longer `run` takes for eight times the input: about 8 when it is linear, 64 when it is quadratic. Tests compare
 * with 24. The least of
 * several processor times counts, so that a busy machine does not decide.
 */
export function growthOf<Input>(
  inputOf: (size: number) => Input,
  run: (input: Input) => unknown,
  size: number,
): number {
  return fastestRun(inputOf(size * 8), run) / fastestRun(inputOf(size), run)
}

/** The largest growth that still passes for linear. */
export const linearGrowth = 24

// What takes less is as good as nothing: clocks and other programs would decide.
const shortestMs = 0.2

function fastestRun<Input>(input: Input, run: (input: Input) => unknown): number {
  let fastest = Number.POSITIVE_INFINITY
  for (let round = 0; round < 4; round++) {
    const start = process.threadCpuUsage()
    run(input)
    const { user, system } = process.threadCpuUsage(start)
    fastest = Math.min(fastest, (user + system) / 1000)
  }
  return Math.max(fastest, shortestMs)
}
