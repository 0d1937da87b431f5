import { readdirSync } from 'node:fs'
import { parseCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedLanguage } from '../../operation/language.ts'
import { readCookie, sessionCookie } from '../http/cookies.ts'
import { mountReading } from '../http/mount-path.ts'
import { pathOf, readParams } from '../http/request-parts.ts'
import { noRoute } from '../http/surface-errors.ts'
import type { Surface } from '../surface.ts'
import { type Asset, type BuiltPage, type DashboardRequest, watchBuiltPage } from './built-page.ts'
import { pageHeaders } from './page-policy.ts'
import { placeholderPage } from './placeholder-page.ts'

const year = 365 * 24 * 60 * 60

/** First path segments that do not belong to the dashboard. */
const otherSurfaces = ['api', 'wp-json', 'healthz', 'readyz', 'metrics', 'assets']

/** The dashboard from built files: `/assets/…` cached for ever, everything else the page, which reads its own address. */
export const webSurface =
  (folder: string): Surface =>
  (app, { publicUrl }) => {
    const built = watchBuiltPage(folder, (path) => readdirSync(path, { recursive: true, encoding: 'utf8' }))
    const path = publicUrl === undefined ? '/' : `${new URL(publicUrl).pathname.replace(/\/$/, '')}/`

    mountReading(
      app,
      '/assets/*',
      (request, reply) => {
        const asset = built()?.asset(`assets/${wildcardOf(request)}`)
        if (!asset) throw noRoute(pathOf(request))
        // Its name changes with its contents.
        reply.header('cache-control', `public, max-age=${year}, immutable`)
        return sendAsset(asset, request, reply)
      },
      { open: true, cheap: true },
    )
    mountReading(app, '/', (request, reply) => sendPage(built(), path, request, reply), { open: true, cheap: true })
    const first = `:first(^(?!(?:${otherSurfaces.join('|')})$).+$)`
    for (const url of [`/${first}`, `/${first}/*`]) {
      mountReading(
        app,
        url,
        (request, reply) => {
          const page = built()
          const asset = page?.asset(pathOf(request).slice(1))
          if (asset) return sendAsset(asset, request, reply.header('cache-control', 'no-cache'))
          if (!request.headers.accept?.includes('text/html')) throw noRoute(pathOf(request))
          return sendPage(page, path, request, reply)
        },
        { open: true, cheap: true },
      )
    }
  }

function sendPage(page: BuiltPage | null, path: string, request: FastifyRequest, reply: FastifyReply) {
  reply.headers(pageHeaders).header('vary', 'accept-language, cookie').type('text/html; charset=utf-8')
  if (page) return reply.send(page.page(path, readPageRequest(request)))
  return reply.status(503).header('retry-after', '2').send(placeholderPage)
}

/** Language and theme are cookies of the dashboard (web/src/texts/language.ts, web/src/shell/theme.ts), else as the browser wishes. */
function readPageRequest(request: FastifyRequest): DashboardRequest {
  const cookies = parseCookie(request.headers.cookie ?? '')
  return {
    address: pathOf(request),
    hasParameters: request.url.includes('?'),
    language: cookies.flotilla_language ?? acceptedLanguage(request.headers['accept-language']),
    theme: cookies.flotilla_theme,
    // Calls of a visitor without a session would be refused; whether it is valid shows in the answers.
    isSignedIn: readCookie(request, sessionCookie) !== undefined,
  }
}

const encodingPatterns: Record<string, RegExp> = { br: /\bbr\b/, gzip: /\bgzip\b/ }

function sendAsset({ mediaType, encodings }: Asset, request: FastifyRequest, reply: FastifyReply) {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = ['br', 'gzip'].find((each) => encodings.has(each) && encodingPatterns[each]?.test(accepted))
  reply.type(mediaType).header('vary', 'accept-encoding')
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(encodings.get(encoding ?? 'identity'))
}

const wildcardOf = (request: FastifyRequest) => readParams(request)['*'] ?? ''
