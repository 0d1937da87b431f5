export type DatabaseFailure = 'full' | 'away' | 'slow'

/** Codes of PostgreSQL for a full disk, and for a missing or terminated connection. */
const disk = '53100'
/** A statement that took too long, or that waited too long for a lock. */
const slow = new Set(['57014', '55P03'])
const gone = /^(08...|53300|57P0[123])$/
/** Codes of the socket when the server is unreachable or the connection broke. */
const unreached = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT'])
const broken =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Classifies errors of the database itself, as opposed to the query; null for all others. */
export function findDatabaseFailure(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null
  const { code, syscall, message }: NodeJS.ErrnoException = error
  if (code === disk) return 'full'
  if (code !== undefined && slow.has(code)) return 'slow'
  if (code !== undefined && gone.test(code)) return 'away'
  if (code !== undefined && unreached.has(code) && (syscall === 'connect' || syscall === 'read' || syscall === 'write'))
    return 'away'
  return broken.test(message) ? 'away' : null
}
