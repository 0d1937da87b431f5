export type DatabaseTrouble = 'full' | 'away'

/** What PostgreSQL says when the disk is full, and when it has no connection for us or ends the one we have. */
const disk = '53100'
const gone = /^(08...|53300|57P0[123])$/
/** What reaches us when nobody listens, or the other end fell silent in the middle. */
const unreached = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT'])
const broken =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** The database itself is the problem, not what was asked of it: null for everything else. */
export function databaseTrouble(error: unknown): DatabaseTrouble | null {
  if (!(error instanceof Error)) return null
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (code === disk) return 'full'
  if (code !== undefined && gone.test(code)) return 'away'
  if (code !== undefined && unreached.has(code) && (syscall === 'connect' || syscall === 'read' || syscall === 'write'))
    return 'away'
  return broken.test(message) ? 'away' : null
}
