import type { ProxyFailure } from '../guarded-proxy.ts'
import type { PageFailure } from './page-report.ts'

const sentences: Record<string, string> = {
  NO_FCP: 'The page stayed empty in Chromium. Open it in a browser and see whether it shows something.',
  NOT_HTML: 'The address does not return an HTML page.',
  DNS_FAILURE: 'The name of the site has no address.',
  INSECURE_DOCUMENT_REQUEST: 'The certificate of the site is not valid; see its SSL monitor.',
  CHROME_INTERSTITIAL_ERROR:
    'Chromium showed a warning instead of the page; the certificate of the site may be invalid.',
  FAILED_DOCUMENT_REQUEST: 'The page could not be loaded.',
  PAGE_HUNG: 'The page kept Chromium so busy that it no longer answered.',
  PROTOCOL_TIMEOUT: 'The page kept Chromium so busy that it no longer answered.',
}

/** A sentence for people. Refusals by our proxy take precedence: Lighthouse gets only an error page then. */
export function explainFailure(
  url: string,
  { finalUrl, failure }: PageFailure,
  stops: readonly ProxyFailure[],
): string {
  const hosts = [finalUrl, url].map((address) => URL.parse(address)?.host)
  const stop =
    stops.find(({ kind }) => kind === 'too-much') ??
    stops.find(({ host }) => hosts.includes(host)) ??
    stops.find(({ kind }) => kind === 'refused')
  if (stop) return stop.sentence
  const status = /\b[1-5]\d\d\b/.exec(failure.message)?.[0]
  if (failure.code === 'ERRORED_DOCUMENT_REQUEST' && status) return `The site answered with HTTP status ${status}.`
  return sentences[failure.code] ?? `Lighthouse could not finish (${failure.code}). Try again later.`
}
