import type { Clock } from '../../clock.ts'
import type { Network } from '../../outbound/address-guard.ts'
import { CookieJar } from '../../outbound/cookie-jar.ts'
import type { Outbound } from '../../outbound/http-client.ts'
import type { RedirectPolicy } from '../../outbound/request.ts'
import type { ChildSite, How, SiteAddress } from '../child-site.ts'
import { ConnectorError } from '../errors.ts'
import { asMap } from '../reading/values.ts'
import type { CallDeadlines, ConnectorSettings } from '../settings.ts'
import { type Signer, signatureAlgorithm } from '../signing.ts'
import { payloadOf, type RawAnswer } from './answer.ts'
import { adminUnknown, alreadyConnected, childErrorIn, keyRefused } from './child-errors.ts'
import { encodeForm, type FormFields } from './form.ts'
import { MaintenanceStates } from './maintenance.ts'
import { createPlainHttpGuard } from './plain-http.ts'
import { ajaxAddress, siteAddressOf } from './site-urls.ts'
import { fromTransport } from './transport-errors.ts'

/** Our version for the site; from 5.3 on a site returns the token for reconnecting. */
const dashboardVersion = '6.1.2'

export interface ChildCall {
  function: string
  fields?: FormFields
  deadline: keyof CallDeadlines
  /** Without a login the site opens no session; for pings only. */
  anonymous?: boolean
  /** The part itself reads an `error` that is a map. */
  readsErrorMap?: boolean
}

export interface ChildAnswer {
  payload: unknown
  /** The real address of the site after a redirect. */
  correctedUrl: string | null
  tookMs: number
}

export interface Log {
  debug(facts: object, message: string): void
}

export interface CallerParts {
  outbound: Outbound
  signer: Signer
  clock: Clock
  settings: ConnectorSettings
  allowNetworks: readonly Network[]
  log?: Log | undefined
}

export interface Caller {
  /** Throws for an address without encryption outside the allowed networks. */
  requireEncryption(url: string, signal?: AbortSignal): Promise<void>
  signed(site: ChildSite, call: ChildCall, how?: How): Promise<ChildAnswer>
  unsigned(site: SiteAddress, call: ChildCall, how?: How): Promise<ChildAnswer>
  /** Sends a form to a program on the site that is not the connector, past the queue of its host. The answer is small, whatever it is. */
  post(site: SiteAddress, fields: FormFields, how: How & { maxBytes: number }): Promise<RawAnswer>
  /** Opens a page of the site as a browser does. */
  visit(site: SiteAddress, url: string, how?: VisitOptions): Promise<VisitedPage>
}

export interface VisitOptions extends How {
  redirects?: RedirectPolicy | undefined
  headers?: Record<string, string> | undefined
  maxBytes?: number | undefined
}

export interface VisitedPage {
  /** The final address. */
  url: string
  status: number
  body: Buffer
  /** Of the last request. */
  tookMs: number
}

export const pingCall: ChildCall = { function: 'extra_execution', deadline: 'ping', anonymous: true }

export function createCaller({ outbound, signer, clock, settings, allowNetworks, log }: CallerParts): Caller {
  const refusePlainHttp = createPlainHttpGuard(outbound, allowNetworks)
  const maintenance = new MaintenanceStates(clock)
  const limitOf = (deadline: number, { deadlineMs = deadline, until }: How) => {
    const left = until === undefined ? deadline : Math.max(1, until - clock.now().getTime())
    return Math.min(deadline, deadlineMs, left)
  }
  const rateLimitOf = (limit: number, { skipQueue, patience }: How) =>
    skipQueue ? 'skip' : { maxWaitMs: Math.max(Math.min(limit, 60_000), patience?.leftMs ?? 0) }

  async function postForm(site: SiteAddress, fields: FormFields, how: How, limit: number, maxBytes: number) {
    const url = ajaxAddress(site.url)
    await refusePlainHttp(url, how.signal)
    return outbound.request({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-requested-with': 'XMLHttpRequest' },
      body: encodeForm(fields),
      tls: { verify: site.verifyTls },
      basicAuth: site.basicAuth,
      cookies: site.cookies,
      redirects: site.mayAddWww ? 'same-site-once' : 'same-address-once',
      // A site sends nothing while it works, before its answer and within it.
      deadlines: { connect: settings.deadlines.connect, headers: limit, idle: limit, total: limit },
      maxBytes,
      maxDecodedBytes: maxBytes,
      signal: how.signal,
      rateLimit: rateLimitOf(limit, how),
    })
  }

  async function send(site: SiteAddress, call: ChildCall, fields: FormFields, how: How): Promise<ChildAnswer> {
    const limit = limitOf(settings.deadlines[call.deadline], how)
    const response = await postForm(site, fields, how, limit, settings.maxAnswerBytes)
    const payload = payloadOf(response, settings)
    const correctedUrl = response.redirects.length > 0 ? siteAddressOf(response.url) : null
    return { payload, correctedUrl, tookMs: response.timings.totalMs }
  }

  /** A call during maintenance had no effect, so it is sent again while the patience lasts. */
  async function sendUnlessClosed(
    site: SiteAddress,
    call: ChildCall,
    fields: FormFields,
    how: How,
  ): Promise<ChildAnswer> {
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await send(site, call, fields, how)
        maintenance.ended(site)
        return answer
      } catch (error) {
        if (!(error instanceof ConnectorError)) throw error
        if (error.code !== 'svc_maintenance') {
          maintenance.ended(site)
          throw error
        }
        await maintenance.wait(site, attempt, how)
      }
    }
  }

  const post: Caller['post'] = async (site, fields, { maxBytes, ...how }) => {
    try {
      return await postForm(site, fields, { ...how, skipQueue: true }, limitOf(settings.deadlines.short, how), maxBytes)
    } catch (cause) {
      throw fromTransport(cause, site.label)
    }
  }

  const visit: Caller['visit'] = async (site, url, how = {}) => {
    const limit = Math.min(settings.deadlines.sync, how.deadlineMs ?? Number.POSITIVE_INFINITY)
    await refusePlainHttp(url, how.signal)
    try {
      const {
        url: reached,
        status,
        body,
        timings,
      } = await outbound.request({
        url,
        tls: { verify: site.verifyTls },
        basicAuth: site.basicAuth,
        cookies: site.cookies ?? new CookieJar(clock),
        redirects: how.redirects ?? { follow: 3, within: 'same-site' },
        ...(how.headers && { headers: how.headers }),
        deadlines: { connect: settings.deadlines.connect, headers: limit, idle: limit, total: limit },
        maxBytes: how.maxBytes ?? settings.maxAnswerBytes,
        maxDecodedBytes: how.maxBytes ?? settings.maxAnswerBytes,
        signal: how.signal,
        rateLimit: rateLimitOf(limit, how),
      })
      return { url: reached, status, body, tookMs: timings.totalMs }
    } catch (cause) {
      throw fromTransport(cause)
    }
  }

  /** Sends the call, logs the outcome without any content, and throws only ConnectorError. */
  async function attempt(site: SiteAddress, call: ChildCall, fields: FormFields, how: How): Promise<ChildAnswer> {
    const start = clock.now().getTime()
    const note = (outcome: string) => {
      log?.debug(
        { site: site.label, function: call.function, outcome, ms: clock.now().getTime() - start },
        'called a child site',
      )
    }
    try {
      const answer = await sendUnlessClosed(site, call, fields, how)
      const error =
        call.readsErrorMap && typeof asMap(answer.payload).error === 'object'
          ? undefined
          : childErrorIn(asMap(answer.payload))
      if (error) throw error
      note('answered')
      return answer
    } catch (cause) {
      const error = fromTransport(cause, site.label)
      note(error instanceof ConnectorError ? `${error.code} ${error.childCode ?? error.reason ?? ''}`.trim() : 'failed')
      throw error
    }
  }

  async function signed(site: ChildSite, call: ChildCall, how: How = {}): Promise<ChildAnswer> {
    const { nonce, signature } = await signer.sign(site.key, call.function)
    const fields: FormFields = {
      ...call.fields,
      function: call.function,
      nonce,
      mainwpsignature: signature,
      sign_algo: signatureAlgorithm,
      mainwpver: dashboardVersion,
      user: call.anonymous ? undefined : site.admin,
    }
    try {
      return await attempt(site, call, fields, how)
    } catch (error) {
      throw await confirm(site, call, error, how)
    }
  }

  /**
   * A refused key or administrator is reported without a code and in the site's language. Pings and syncs have no
   * errors of their own: a ping that fails in the same way without a code means the key, or the user it was sent as.
   */
  async function confirm(site: ChildSite, call: ChildCall, error: unknown, how: How): Promise<unknown> {
    if (!hasNoMessage(error)) return error
    if (call === pingCall) return keyRefused()
    if (call.function !== 'stats') return error
    const failureOf = (ping: ChildCall) =>
      signed(site, ping, how).then(
        () => undefined,
        (failure: unknown) => failure,
      )
    const anonymous = await failureOf(pingCall)
    if (anonymous)
      return anonymous instanceof ConnectorError && anonymous.code === 'svc_key_refused' ? anonymous : error
    return hasNoMessage(await failureOf({ ...pingCall, anonymous: false })) ? adminUnknown() : error
  }

  /** The only error without a code for unsigned calls is that the site is connected elsewhere. */
  const unsigned: Caller['unsigned'] = async (site, call, how = {}) => {
    try {
      const fields = { ...call.fields, function: call.function, mainwpver: dashboardVersion }
      return await attempt(site, call, fields, how)
    } catch (error) {
      throw call.function === 'stats' && hasNoMessage(error) ? alreadyConnected() : error
    }
  }

  return {
    requireEncryption: refusePlainHttp,
    signed,
    post,
    visit,
    unsigned,
  }
}

function hasNoMessage(error: unknown): boolean {
  return error instanceof ConnectorError && error.reason === 'child_error' && error.childCode === undefined
}
