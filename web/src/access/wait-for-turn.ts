import { Problem } from '../api/problem.ts'

/** Each round waits as long as the service says; together about five minutes. */
const maxRounds = 20
type Headers = Readonly<Record<string, string>>

/**
 * Sends a sign-in, and again when the service says that many people sign in: after the wait, with its puzzle solved.
 * `onWait` gets the seconds that are left, and null when the sign-in is sent.
 */
export async function sendInTurn(
  send: (headers: Headers) => Promise<void>,
  onWait: (seconds: number | null) => void,
): Promise<void> {
  let headers: Headers = {}
  for (let round = 1; ; round++) {
    try {
      await send(headers)
      return
    } catch (error) {
      const turn = turnIn(error)
      if (!turn || round === maxRounds) throw error
      headers = await waitFor(turn, onWait)
    } finally {
      onWait(null)
    }
  }
}

interface Turn {
  puzzle: string
  seconds: number
}

function turnIn(error: unknown): Turn | null {
  if (!(error instanceof Problem)) return null
  const { puzzle, wait_seconds: seconds } = error.facts
  return typeof puzzle === 'string' && typeof seconds === 'number' ? { puzzle, seconds } : null
}

async function waitFor({ puzzle, seconds }: Turn, onWait: (seconds: number) => void): Promise<Headers> {
  const solved = import('./solve-puzzle.ts').then(({ solvePuzzle }) => solvePuzzle(puzzle))
  for (let left = seconds; left > 0; left--) {
    onWait(left)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  return { 'x-sign-in-puzzle': await solved }
}
