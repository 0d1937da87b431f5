import { readFileSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { splitHosts } from './database/database-hosts.ts'
import { messageOf } from './error-facts.ts'
import { parseNetworks } from './outbound/address-guard.ts'
import { trimEndOf } from './trim-end.ts'

const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`)
const switchValue = oneOf(['on', 'off', 'true', 'false', '1', '0']).transform((value) => isOn(value))
const isOn = (value: string) => ['on', 'true', '1'].includes(value)

/** Digits only: Number() would also accept a space, 1e3 and 0x10. */
const wholeNumber = (minimum: number, maximum: number) => {
  const wrong = `must be a whole number from ${minimum} to ${maximum}`
  return z
    .string()
    .regex(/^\d{1,9}$/, wrong)
    .transform(Number)
    .pipe(z.int().min(minimum, wrong).max(maximum, wrong))
}

// Absolute links are this address plus a path.
const webAddress = z
  .string()
  .refine(isPlainWebAddress, 'must be an http or https URL without user name, ? and #')
  .transform((url) => trimEndOf(url, '/'))

function isPlainWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return ['http:', 'https:'].includes(protocol) && username === '' && password === '' && !/[?#]/.test(text)
}

/** Networks of proxies, validated here and parsed by the server; `on` trusts every caller. */
const proxies = z.string().transform((text, context) => {
  const value = text.trim().toLowerCase()
  if (switchValue.safeParse(value).success) return isOn(value) ? 'on' : 'off'
  try {
    return parseNetworks(text)
      .map((network) => network.text)
      .join(',')
  } catch (error) {
    context.addIssue({ code: 'custom', message: `must be on, off or a list of addresses: ${messageOf(error)}` })
    return z.NEVER
  }
})

/** `name=value,name=value`, with values written as in a URL. */
const headerList = z.string().transform((text, context) => {
  const headers: Record<string, string> = {}
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const [, name, value] = /^\s*([\w-]{1,100})=([!-~]{0,4000})\s*$/.exec(part) ?? []
    if (name === undefined || value === undefined || !isDecodable(value)) {
      context.addIssue({ code: 'custom', message: 'must look like name=value,name=value' })
      return z.NEVER
    }
    headers[name.toLowerCase()] = decodeURIComponent(value)
  }
  return headers
})

function isDecodable(text: string): boolean {
  try {
    return /^[ -~]*$/.test(decodeURIComponent(text))
  } catch {
    return false
  }
}

// In the project folder, so that commands find the same data from any folder.
const dataFolder = fileURLToPath(new URL('../../data', import.meta.url))

const schema = z.object({
  PORT: wholeNumber(0, 65_535).optional(),
  HOST: z.string().regex(/^\S+$/, 'must be an address or a name of this machine').default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default(dataFolder),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
    .refine(
      (text) => splitHosts(text).every(isReadableUrl),
      'is not a URL; write signs such as @ : / ? # % in a password as %40, %3A …',
    )
    .optional(),
  PUBLIC_URL: webAddress.optional(),
  ADMIN_USER: z.string().min(1).max(60).optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(10, 'must have at least 10 characters')
    .max(200, 'must have at most 200 characters')
    .optional(),
  API_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    // The characters that a header can contain; other keys could not be sent.
    .regex(/^[!-~]([ -~]*[!-~])?$/, 'must consist of letters, digits and signs of ASCII, without spaces at its ends')
    .optional(),
  MASTER_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  ALLOW_NETWORKS: z
    .string()
    .default('')
    .transform((text, context) => {
      try {
        return parseNetworks(text)
      } catch (error) {
        context.addIssue({ code: 'custom', message: messageOf(error) })
        return z.NEVER
      }
    }),
  // The folder for backups of Flotilla itself, and the key that encrypts them: never stored beside them.
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  CLIENT_ALIAS: switchValue.default(true),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/]/, 'must look like smtp://user:password@host:587 or smtps://…')
    .refine(isReadableUrl, 'is not a URL; write signs such as @ : / ? # % in a password as %40, %3A …')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^@\r\n]+@[^@\r\n]+$/, 'must be an e-mail address')
    .optional(),
  TRUST_PROXY: proxies.optional(),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  DEMO_SITES: wholeNumber(1, 5_000).default(25),
  ROLE: oneOf(['all', 'api', 'worker']).default('all'),
  // For documents and performance audits; by default the usual paths are searched.
  CHROMIUM_PATH: z.string().min(1).optional(),
  // Pages of sites may be opened without Chromium's sandbox, with the rights of this process.
  CHROMIUM_NO_SANDBOX: switchValue.default(false),
  // How long a stopping process still answers while /readyz fails, so that a proxy can switch.
  DRAIN_SECONDS: wholeNumber(0, 300).default(0),
  MAX_CONNECTIONS: wholeNumber(10, 100_000).default(1_000),
  // Calls of one caller per minute and process, by what they cost.
  RATE_LIMIT_READS: wholeNumber(10, 100_000_000).default(60_000),
  RATE_LIMIT_CHANGES: wholeNumber(10, 100_000_000).default(12_000),
  RATE_LIMIT_HEAVY: wholeNumber(1, 100_000_000).default(300),
  // Bytes of request bodies and of unread answers in memory for all callers together.
  BODY_MEMORY_MB: wholeNumber(8, 100_000).default(32),
  ANSWER_MEMORY_MB: wholeNumber(8, 100_000).default(64),
  // Above 80 % of this memory, or above this mean delay, work is refused. Memory: the limit of the container or the machine.
  MEMORY_LIMIT_MB: wholeNumber(128, 10_000_000).optional(),
  MAX_EVENT_LOOP_DELAY_MS: wholeNumber(10, 60_000).default(250),
  // How long a worker may miss heartbeats before others take over its work.
  WORK_LEASE_SECONDS: wholeNumber(5, 600).default(30),
  // Traces are recorded only with an address. The names are those of OpenTelemetry.
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(200).default('flotilla'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'must be a number from 0 to 1')
    .transform(Number)
    .default(1),
})

function isReadableUrl(text: string): boolean {
  try {
    const { username, password } = new URL(text)
    return decodeURIComponent(username + password) !== undefined
  } catch {
    return false
  }
}

export type Config = z.output<typeof schema>

/** These may be read from a file named in NAME_FILE, as container platforms provide secrets. */
const fromFile = [
  'DATABASE_URL',
  'ADMIN_PASSWORD',
  'API_KEY',
  'MASTER_KEY',
  'BACKUP_KEY',
  'SMTP_URL',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const

/** One line that names the wrong setting and the reason; the start fails with it. */
export class ConfigError extends Error {}

export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given: Record<string, string> = {}
  for (const name of Object.keys(schema.shape)) {
    const value = environment[name]
    if (value !== undefined && value !== '') given[name] = value
  }
  for (const name of fromFile) {
    const path = environment[`${name}_FILE`]
    if (!path) continue
    if (given[name]) throw new ConfigError(`${name} and ${name}_FILE are both set; keep one of them.`)
    given[name] = readSecretFile(name, path)
  }
  if (environment.BACKUP_DIR && isInside(environment.BACKUP_KEY_FILE, environment.BACKUP_DIR))
    throw new ConfigError('BACKUP_KEY_FILE is inside BACKUP_DIR. Store the key in another place than the backups.')
  if (environment.MASTER_KEY === '' && !given.MASTER_KEY && given.DATABASE_URL) throw new ConfigError(emptyMasterKey)
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const reasons = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  throw new ConfigError(`Wrong configuration: ${[...new Set(reasons)].join('; ')}.`)
}

function isInside(path: string | undefined, folder: string): boolean {
  if (!path) return false
  const way = relative(resolve(folder), resolve(path))
  return way !== '' && !way.startsWith('..') && !isAbsolute(way)
}

const emptyMasterKey =
  'MASTER_KEY is empty. Every process on DATABASE_URL needs the same key: set it to the output of "openssl rand -base64 32", ' +
  'or remove the setting to use the file DATA_DIR/master.key.'

function readSecretFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new ConfigError(`${name}_FILE cannot be read: ${messageOf(error)}.`)
  }
}
