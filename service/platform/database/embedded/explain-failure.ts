/** Advice for failures that an operator can fix; the patterns are PostgreSQL's own texts (it runs with LC_ALL=C). */
const advice: [pattern: RegExp, advice: (match: RegExpMatchArray, folder: string) => string][] = [
  [
    /no space left on device|disk quota exceeded/i,
    (_, folder) => `the disk that holds ${folder} is full: free some space`,
  ],
  [/Read-only file system/, (_, folder) => `${folder} is on a read-only disk: choose another DATA_DIR`],
  [
    /error while loading shared libraries: (\S+):/,
    ([, library]) => `this system lacks the library ${library}: install it`,
  ],
  [
    /could not look up effective user ID (\d+)/,
    ([, uid]) => `the user id ${uid} has no entry in /etc/passwd: add one, or run as a user who has`,
  ],
  [
    /Cannot allocate memory|could not map anonymous shared memory/,
    () => 'there is not enough memory: at least 512 MB must be free',
  ],
  [
    /Permission denied/,
    (_, folder) => `a file is closed to the database's user: give ${folder} back to the user who made it`,
  ],
]

/** A sentence with what failed and what to do, followed by the last output of the program. */
export function explainStartFailure(what: string, output: string, folder: string): Error {
  const lastOutput = output.trim().split('\n').slice(-8).join('\n')
  for (const [pattern, say] of advice) {
    const match = output.match(pattern)
    if (match) return new Error(`${what}: ${say(match, folder)}. Its last output was:\n${lastOutput}`)
  }
  return new Error(`${what}. Its last output was:\n${lastOutput || '(nothing)'}`)
}
