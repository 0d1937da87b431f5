import type { Clock } from '../../clock.ts'
import type { Network } from '../../outbound/address-guard.ts'
import type { Outbound } from '../../outbound/http-client.ts'
import type { ChildSite, How, SiteAddress } from '../child-site.ts'
import { ConnectorError } from '../errors.ts'
import { asMap } from '../reading/values.ts'
import type { CallDeadlines, ConnectorSettings } from '../settings.ts'
import { type Signer, signatureAlgorithm } from '../signing.ts'
import { payloadOf } from './answer.ts'
import { childErrorIn, keyRefused } from './child-errors.ts'
import { encodeForm, type FormFields } from './form.ts'
import { createPlainHttpGuard } from './plain-http.ts'
import { ajaxAddress, siteAddressOf } from './site-urls.ts'
import { fromTransport } from './transport-errors.ts'

/** Who we say we are; from 5.3 on a site hands out the token for reconnecting. */
const dashboardVersion = '6.1.2'

export interface Call {
  function: string
  fields?: FormFields
  deadline: keyof CallDeadlines
  /** Without a login the site opens no session; good for pings only. */
  asNobody?: boolean
  /** The part itself reads an `error` that is a map. */
  readsErrorMap?: boolean
}

export interface Answer {
  payload: unknown
  /** Where the site really is, when it redirected us there. */
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
  signed(site: ChildSite, call: Call, how?: How): Promise<Answer>
  unsigned(site: SiteAddress, call: Call, how?: How): Promise<Answer>
}

export const pingCall: Call = { function: 'extra_execution', deadline: 'ping', asNobody: true }

export function createCaller({ outbound, signer, clock, settings, allowNetworks, log }: CallerParts): Caller {
  const refusePlainHttp = createPlainHttpGuard(outbound, allowNetworks)

  async function send(site: SiteAddress, call: Call, fields: FormFields, how: How): Promise<Answer> {
    const limit = Math.min(settings.deadlines[call.deadline], how.deadlineMs ?? Number.POSITIVE_INFINITY)
    const url = ajaxAddress(site.url)
    await refusePlainHttp(url, how.signal)
    const response = await outbound.request({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-requested-with': 'XMLHttpRequest' },
      body: encodeForm(fields),
      tls: { verify: site.verifyTls },
      basicAuth: site.basicAuth,
      cookies: site.cookies,
      redirects: 'same-site-once',
      // A site is silent as long as it works, before its answer and in the midst of it.
      deadlines: { connect: settings.deadlines.connect, headers: limit, idle: limit, total: limit },
      maxBytes: settings.maxAnswerBytes,
      maxDecodedBytes: settings.maxAnswerBytes,
      signal: how.signal,
      turn: how.skipQueue ? 'skip' : { patienceMs: Math.min(limit, 60_000) },
    })
    const payload = payloadOf(response, settings)
    const correctedUrl = response.redirects.length > 0 ? siteAddressOf(response.url) : null
    return { payload, correctedUrl, tookMs: response.timings.totalMs }
  }

  /** Sends, notes the outcome without any content, and throws nothing but ConnectorError. */
  async function attempt(site: SiteAddress, call: Call, fields: FormFields, how: How): Promise<Answer> {
    const start = clock.now().getTime()
    const note = (outcome: string) => {
      log?.debug(
        { site: site.label, function: call.function, outcome, ms: clock.now().getTime() - start },
        'called a child site',
      )
    }
    try {
      const answer = await send(site, call, fields, how)
      const error =
        call.readsErrorMap && typeof asMap(answer.payload).error === 'object'
          ? undefined
          : childErrorIn(asMap(answer.payload))
      if (error) throw error
      note('answered')
      return answer
    } catch (cause) {
      const error = fromTransport(cause)
      note(error instanceof ConnectorError ? `${error.code} ${error.childCode ?? error.reason ?? ''}`.trim() : 'failed')
      throw error
    }
  }

  async function signed(site: ChildSite, call: Call, how: How = {}): Promise<Answer> {
    const { nonce, signature } = await signer.sign(site.key, call.function)
    const fields: FormFields = {
      ...call.fields,
      function: call.function,
      nonce,
      mainwpsignature: signature,
      sign_algo: signatureAlgorithm,
      mainwpver: dashboardVersion,
      user: call.asNobody ? undefined : site.admin,
    }
    try {
      return await attempt(site, call, fields, how)
    } catch (error) {
      throw await confirmKey(site, call, error, how)
    }
  }

  /**
   * That a key is refused comes without a code and in the site's language. Pings and syncs have no errors of their own,
   * so when a ping fails in the same wordless way it is the key.
   */
  async function confirmKey(site: ChildSite, call: Call, error: unknown, how: How): Promise<unknown> {
    if (!isWordless(error)) return error
    if (call === pingCall) return keyRefused()
    if (call.function !== 'stats') return error
    return signed(site, pingCall, how).then(
      () => error,
      (pingError) => (pingError instanceof ConnectorError && pingError.code === 'svc_key_refused' ? pingError : error),
    )
  }

  return {
    signed,
    unsigned: (site, call, how = {}) =>
      attempt(site, call, { ...call.fields, function: call.function, mainwpver: dashboardVersion }, how),
  }
}

function isWordless(error: unknown): boolean {
  return error instanceof ConnectorError && error.reason === 'child_error' && error.childCode === undefined
}
