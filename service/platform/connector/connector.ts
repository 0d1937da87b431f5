import type { Clock } from '../clock.ts'
import type { Network } from '../outbound/address-guard.ts'
import type { Outbound } from '../outbound/http-client.ts'
import type { KeySource } from './key-source.ts'
import { type AdminScreenCalls, adminScreenCalls } from './parts/admin-screen.ts'
import { type CommentCalls, commentCalls } from './parts/comments.ts'
import { type ConnectionCalls, connectionCalls } from './parts/connection.ts'
import { type CoreUpdateCalls, coreUpdateCalls } from './parts/core-update.ts'
import { type GuardCalls, guardCalls } from './parts/guard.ts'
import { type InstallCalls, installCalls } from './parts/install.ts'
import type { Kit } from './parts/kit.ts'
import { type LoginLinkCalls, loginLinkCalls } from './parts/login-link.ts'
import { type PluginCalls, pluginCalls } from './parts/plugins.ts'
import { type PostChangeCalls, postChangeCalls } from './parts/post-changes.ts'
import { type PostReadingCalls, postReadingCalls } from './parts/posts.ts'
import { type PremiumCalls, premiumCalls } from './parts/premium.ts'
import { type ReadingCalls, readingCalls } from './parts/reading.ts'
import { type RegistrationCalls, registrationCalls } from './parts/registration.ts'
import { type SecurityCalls, securityCalls } from './parts/security.ts'
import { type ThemeCalls, themeCalls } from './parts/themes.ts'
import { type TranslationCalls, translationCalls } from './parts/translations.ts'
import { type UpdateCalls, updateCalls } from './parts/updates.ts'
import { type UpkeepCalls, upkeepCalls } from './parts/upkeep.ts'
import { type UserCalls, userCalls } from './parts/users.ts'
import { type ConnectorOptions, settingsFrom } from './settings.ts'
import { createSigner } from './signing.ts'
import { type SiteLocks, siteLocksInProcess } from './site-locks.ts'
import { createCaller, type Log } from './wire/caller.ts'

/** Calls to a child site. Every method returns parsed data or throws a ConnectorError. */
export interface Connector
  extends RegistrationCalls,
    ConnectionCalls,
    ReadingCalls,
    PluginCalls,
    ThemeCalls,
    InstallCalls,
    UpdateCalls,
    TranslationCalls,
    CoreUpdateCalls,
    PremiumCalls,
    AdminScreenCalls,
    PostReadingCalls,
    PostChangeCalls,
    CommentCalls,
    UserCalls,
    SecurityCalls,
    UpkeepCalls,
    GuardCalls,
    LoginLinkCalls {}

export interface ConnectorParts {
  outbound: Outbound
  keys: KeySource
  clock: Clock
  settings?: ConnectorOptions
  /** One changing call per site at a time. Default: within this process. */
  locks?: SiteLocks
  /** From ALLOW_NETWORKS: networks in which a site may be called without encryption. */
  allowNetworks?: readonly Network[]
  log?: Log
}

export function createConnector({
  outbound,
  keys,
  clock,
  locks = siteLocksInProcess(),
  allowNetworks = [],
  log,
  ...parts
}: ConnectorParts): Connector {
  const settings = settingsFrom(parts.settings)
  const signer = createSigner(settings.keysInMemory)
  const caller = createCaller({ outbound, signer, clock, settings, allowNetworks, log })
  const kit: Kit = { caller, clock, settings, locks, signer, keys }
  const posts = postReadingCalls(kit)
  const links = loginLinkCalls(kit)
  return {
    ...registrationCalls(kit),
    ...connectionCalls(kit),
    ...readingCalls(kit),
    ...pluginCalls(kit),
    ...themeCalls(kit),
    ...installCalls(kit),
    ...updateCalls(kit),
    ...translationCalls(kit),
    ...coreUpdateCalls(kit),
    ...premiumCalls(kit, links),
    ...adminScreenCalls(kit, links),
    ...posts,
    ...postChangeCalls(kit, posts),
    ...commentCalls(kit),
    ...userCalls(kit),
    ...securityCalls(kit),
    ...upkeepCalls(kit),
    ...guardCalls(kit),
    ...links,
  }
}
