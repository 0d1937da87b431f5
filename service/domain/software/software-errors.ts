import { type ErrorCode, ServiceError } from '../../operation/errors.ts'
import type { ItemOutcome } from '../../platform/connector/outcomes.ts'

export const themeNotFound = (slug: string, site: { id: number; url: string }) =>
  new ServiceError('svc_theme_not_found', 'missing', `${site.url} has no theme ${slug}; nothing was changed.`, {
    site_id: site.id,
    slug,
  })

/** What the site did not do, or what nobody can say: the verdict is the answer. */
export const themeNotActivated = (slug: string, verdict: ItemOutcome | undefined) => {
  const code: ErrorCode = verdict?.code ?? 'svc_activation_failed'
  const message = verdict?.message ?? `The site did not activate ${slug}.`
  return new ServiceError(code, 'child-error', message, { slug })
}
