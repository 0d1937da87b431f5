import { type Logger as PinoLogger, pino } from 'pino'
import { currentTraceIds } from './tracing/tracing.ts'

export type Logger = PinoLogger

// Fields with these names contain a credential, anywhere in a log line.
const secretNames = [
  'password',
  'adminpassword',
  'admin_password',
  'current_password',
  'new_password',
  'http_pass',
  'userpwd',
  'secret',
  'token',
  'session_token',
  'api_key',
  'authorization',
  'cookie',
  'mainwpsignature',
  'regverify',
  'private_key',
  'pepper',
]

/** JSON lines on standard output; secrets are removed before a line is written. */
export function createLog(level: string, destination?: { write(line: string): void }): Logger {
  const paths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  const options = {
    level,
    redact: { paths, censor: '[hidden]' },
    base: undefined,
    mixin: currentTraceIds,
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  return destination ? pino(options, destination) : pino(options)
}
