import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { AppOptions } from './app-options.ts'
import { addresses, features, inboxSources, messages, operations, sealedColumns } from './catalogue.ts'
import {
  createAuthenticator,
  createKeyUseCounter,
  openAccessTokens,
  recordRefusedCredentials,
} from './domain/access/index.ts'
import { approvals } from './domain/approvals/index.ts'
import { openMailer } from './domain/notifications/index.ts'
import { openSettings } from './domain/settings/index.ts'
import { systemActor } from './operation/actor.ts'
import { openAuditTrail } from './operation/audit-store.ts'
import { keepAnchored } from './operation/audit-trail/anchor.ts'
import type { AuditKey } from './operation/audit-trail/audit-seal.ts'
import { openRequestClaims } from './operation/claims/request-claims.ts'
import { createIngest } from './operation/ingest.ts'
import { type Call, type Outcome, type Pipeline, runOperation } from './operation/run-operation.ts'
import { openOutbound } from './outbound.ts'
import { createBrowser } from './platform/browser/browser.ts'
import { createConnector } from './platform/connector/connector.ts'
import { keyPool } from './platform/connector/key-source.ts'
import { type Database, openDatabase, queryRows } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import { openNotices } from './platform/database/notices.ts'
import { createMetrics } from './platform/metrics.ts'
import { productionPasswordCost } from './platform/password-cost.ts'
import { type ManagedQueue, openQueue } from './platform/queue/queue.ts'
import { createProtection } from './protection.ts'
import { openState } from './state.ts'
import { abilitiesSurface } from './surfaces/abilities/abilities.ts'
import { compatSurface } from './surfaces/compat/compat.ts'
import { accessLogSurface } from './surfaces/http/access-log.ts'
import { healthSurface } from './surfaces/http/health.ts'
import { metricsSurface } from './surfaces/http/metrics.ts'
import { createServer } from './surfaces/http/server.ts'
import { mcpSurface } from './surfaces/mcp/mcp.ts'
import { openApiSurface } from './surfaces/openapi/openapi.ts'
import { restSurface } from './surfaces/rest/rest.ts'
import type { SurfaceContext } from './surfaces/surface.ts'
import { builtPageFolder } from './surfaces/web/build-page-if-stale.ts'
import { webSurface } from './surfaces/web/web.ts'
import { openTracing } from './tracing.ts'
import { version } from './version.ts'
import { watchProcess } from './watch-process.ts'
import { runHourlyCleanup, startWork } from './work.ts'

export type { AppOptions }

export interface App {
  server: FastifyInstance
  db: Database
  /** The services of the operations. */
  context: Pipeline['services']
  queue: ManagedQueue
  /** Verifies the audit trail. */
  auditKey: AuditKey
  /** Runs an operation through the pipeline, by its name. */
  run(name: string, input: unknown, call?: Partial<Call>): Promise<Outcome>
  /** Deletes old rows by the rules of all features; returns their number by table. */
  deleteOldRows(): Promise<Record<string, number>>
  /** Stores how often this process was called with API keys; it does so once a minute. */
  storeKeyUse(): Promise<void>
  /** Clears all caches, as after a gap in the notices. */
  forgetCaches(): Promise<void>
  /** Reports not ready at /readyz and continues to answer for this time, so that a proxy sends its callers elsewhere. */
  drain(seconds: number): Promise<void>
  close(): Promise<void>
}

// Longer than any answer takes; a caller who never sends the rest of a request would block the stop for ever.
const maxWaitForCallersMs = 30_000

/** Connects platform, features and surfaces; the only file that imports them all. */
export async function createApp(options: AppOptions): Promise<App> {
  const { clock, log, secrets, connection, passwordCost = productionPasswordCost } = options
  const db = openDatabase(connection, { traced: options.tracing !== undefined })
  await migrate(db.pool)
  const [notices, queue] = await Promise.all([
    // This connection is always open: it is the first to detect a lost database.
    openNotices(connection, clock, log, options.reviveDatabase),
    openQueue(connection, log, options.works),
  ])
  const settings = await openSettings(db, notices)
  const metrics = createMetrics(clock)
  metrics.watchCaches(notices.outdated)
  const tracing = openTracing(options.tracing, { clock, log, metrics })
  const protection = createProtection({ clock, log, metrics }, options.protection)
  const { allowNetworks = [] } = options
  const outbound = openOutbound({ allowNetworks, clock, settings, metrics }, options.outbound)
  watchProcess({ metrics, db, outbound, clock, log, serves: options.serves, works: options.works })
  const mail = await openMailer({ db, notices, secrets, outbound, log }, options.mail)
  const browser = createBrowser({ clock, log, outbound, ...options.browser })
  const leaseSeconds = options.pace?.leaseSeconds
  const { directoryOrigin } = options
  const parts = { db, notices, clock, log, secrets, settings, outbound, metrics }
  const paths = options.serviceBackup ?? { folder: null, keys: null, spool: null }
  const serviceBackup = { ...paths, connection, sealed: sealedColumns, version }
  const state = await openState({ ...parts, leaseSeconds, directoryOrigin, inboxSources, operations, serviceBackup })
  const connector = createConnector({
    outbound,
    keys: options.keys ?? keyPool(0),
    clock,
    allowNetworks,
    locks: state.siteLocks,
    log,
    ...(options.connector && { settings: options.connector }),
  })
  const audit = await openAuditTrail({ db, clock, secrets })
  const anchoring =
    options.auditAnchor &&
    keepAnchored({
      db,
      clock,
      log,
      key: audit.key,
      path: options.auditAnchor,
      recordCreation: audit.recordAnchor,
    })
  const claims = openRequestClaims({ db, clock, log, secrets }, leaseSeconds)
  const chargeRate: SurfaceContext['chargeRate'] = (actor, cost) => protection.rates.charge(actor, cost)
  const pipeline: Pipeline = {
    services: {
      db,
      connector,
      outbound,
      browser,
      ingest: createIngest(features, db, clock),
      queue,
      clock,
      ...state,
      settings,
      mail,
      publicUrl: options.publicUrl ?? null,
      secrets,
      passwordCost,
      audit,
      log,
      metrics,
    },
    isModuleActive: state.modules.isActive,
    audit,
    approvals,
    claims,
    measure: metrics.operation,
    ...(tracing && { tracer: tracing.tracer }),
    admitHeavy: protection.admitHeavy,
    chargeRate,
  }
  const byName = state.operationsByName

  const keyUse = options.recordsKeyUse ? createKeyUseCounter(pipeline.services) : undefined

  const accessTokens = openAccessTokens(pipeline.services)

  let stopping = false
  const context: SurfaceContext = {
    operations,
    addresses,
    messages,
    run: (operation, input, call) => runOperation(pipeline, operation, input, call),
    claims,
    chargeRate,
    ...(options.publicUrl !== undefined && { publicUrl: options.publicUrl }),
    findTokenIssuer: accessTokens.findIssuer,
  }
  const checks = {
    database: async () => (await queryRows(db, sql`select 1`)).length === 1,
    queue: queue.isReady,
    load: async () => protection.guard.overload() === null,
    ...options.checks,
  }
  const server = await createServer({
    log,
    context,
    authenticator: createAuthenticator(pipeline.services, {
      ...(keyUse && {
        recorder: { keyUse, refused: (...attempt) => recordRefusedCredentials(pipeline.services, ...attempt) },
      }),
      acceptsQuery: () => settings.get('advanced').svc_rest_credentials_in_query === 1,
      accessTokens,
    }),
    clientAlias: options.clientAlias,
    ...(options.trustProxy !== undefined && { trustProxy: options.trustProxy }),
    newRequestId: randomUUID,
    ...(tracing && { traceIdOf: tracing.tracer.traceIdOf }),
    traffic: protection.traffic,
    rates: protection.rates,
    surfaces: [
      healthSurface(checks, () => stopping),
      metricsSurface(metrics),
      accessLogSurface(log),
      ...(options.serves
        ? [
            abilitiesSurface,
            restSurface({ batchItems: () => settings.get('advanced').svc_rest_batch_items_limit }),
            openApiSurface,
            mcpSurface,
            ...(options.clientAlias ? [compatSurface] : []),
            webSurface(builtPageFolder),
          ]
        : []),
    ],
  })

  const work = options.works ? await startWork(pipeline, queue, notices, byName, options.pace) : null

  return {
    server,
    db,
    context: pipeline.services,
    queue,
    auditKey: audit.key,
    run(name, input, call) {
      const operation = byName.get(name)
      if (!operation) throw new Error(`There is no operation ${name}.`)
      return runOperation(pipeline, operation, input, { actor: systemActor(), requestId: randomUUID(), ...call })
    },
    deleteOldRows: () => runHourlyCleanup(pipeline),
    storeKeyUse: async () => keyUse?.store(),
    forgetCaches: () => notices.announceGap(),
    async drain(seconds) {
      stopping = true
      if (seconds > 0) await new Promise<void>((resolve) => clock.after(seconds * 1000, resolve))
    },
    async close() {
      stopping = true
      const loseCallers = clock.after(maxWaitForCallersMs, () => server.server.closeAllConnections())
      await server.close()
      loseCallers()
      await work?.stop()
      protection.stop()
      await browser.close()
      await queue.close()
      await outbound.close()
      await tracing?.stop()
      await keyUse?.stop()
      if (anchoring) await anchoring.stop()
      await notices.close()
      await db.destroy()
    },
  }
}
