import { z } from 'zod'
import { apprise } from './apprise.ts'
import type { ChannelService } from './channel-service.ts'
import { discord } from './discord.ts'
import { ntfy } from './ntfy.ts'
import { pagerduty } from './pagerduty.ts'
import { slack } from './slack.ts'
import { teams } from './teams.ts'
import { telegram } from './telegram.ts'

const httpServices = { slack, discord, teams, telegram, ntfy, pagerduty, apprise } satisfies Record<
  string,
  ChannelService
>

export const serviceNames = ['email', 'slack', 'discord', 'teams', 'telegram', 'ntfy', 'pagerduty', 'apprise'] as const
export const ServiceName = z.enum(serviceNames)
export type ServiceName = z.output<typeof ServiceName>
export type HttpServiceName = Exclude<ServiceName, 'email'>

export const httpServiceOf = (name: HttpServiceName): ChannelService => httpServices[name]

/** One address: the mail server may refuse an address without stopping messages to the others. */
export const EmailTarget = z.strictObject({ to: z.email().max(254) })

export const targetSchemaOf = (name: ServiceName): z.ZodType =>
  name === 'email' ? EmailTarget : httpServices[name].target

/** Without secrets. Throws ZodError if the target does not fit. */
export const describeTarget = (name: ServiceName, target: unknown): string =>
  name === 'email' ? EmailTarget.parse(target).to : httpServices[name].connect(target).shown

/** Whether messages about several problems may be combined. */
export const combinesProblems = (name: ServiceName | 'webhook'): boolean =>
  name === 'email' || name === 'webhook' || !httpServices[name].oneProblemPerMessage

/** The address that a message would be posted to; null for e-mail. */
export const addressOf = (name: ServiceName, target: unknown): string | null =>
  name === 'email' ? null : httpServices[name].connect(target).build(sample).url

const sample = {
  title: 'Test',
  severity: 'info' as const,
  lines: [],
  link: null,
  dedupKey: 'test',
  resolved: false,
  happenedAt: '2026-01-01T00:00:00Z',
}
