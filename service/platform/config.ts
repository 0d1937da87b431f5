import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { parseNetworks } from './outbound/address-guard.ts'

const switchWord = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform((word) => ['on', 'true', '1'].includes(word))
const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .transform((url) => url.replace(/\/+$/, ''))

// In the project itself, so that a command finds the same data from whatever folder it is called.
const dataFolder = fileURLToPath(new URL('../../data', import.meta.url))

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).optional(),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default(dataFolder),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
    .optional(),
  PUBLIC_URL: webAddress.optional(),
  ADMIN_USER: z.string().min(1).max(60).optional(),
  ADMIN_PASSWORD: z.string().min(10, 'must have at least 10 characters').optional(),
  API_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  MASTER_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  ALLOW_NETWORKS: z
    .string()
    .default('')
    .transform((text, context) => {
      try {
        return parseNetworks(text)
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message })
        return z.NEVER
      }
    }),
  CLIENT_ALIAS: switchWord.default(true),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().min(3).optional(),
  TRUST_PROXY: z.string().optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  DEMO_SITES: z.coerce.number().int().min(1).max(5_000).default(25),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  // For documents and performance audits; looked for in the well-known places when not set.
  CHROMIUM_PATH: z.string().min(1).optional(),
  // Pages of sites may be opened without Chromium's sandbox, with the rights of this process.
  CHROMIUM_NO_SANDBOX: switchWord.default(false),
  // How long a process that is asked to stop still answers while /readyz says that it will not: a proxy moves on meanwhile.
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
  // How long a worker may be silent before others go on with its work.
  WORK_LEASE_SECONDS: z.coerce.number().int().min(5).max(600).default(30),
})

export type Config = z.output<typeof schema>

/** These may be read from a file named in NAME_FILE, as container platforms hand out secrets. */
const fromFile = ['DATABASE_URL', 'ADMIN_PASSWORD', 'API_KEY', 'MASTER_KEY', 'SMTP_URL'] as const

/** One line that says which setting is wrong and why; the start ends with it. */
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
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const reasons = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new ConfigError(`Wrong configuration. ${reasons.join('. ')}.`)
}

function readSecretFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new ConfigError(`${name}_FILE cannot be read: ${(error as Error).message}.`)
  }
}
