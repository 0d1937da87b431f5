import { buildEndSessionUrl } from 'openid-client'
import type { Context } from '../../../operation/context.ts'
import { messageOf } from '../../../platform/error-facts.ts'
import { openProvider, requireBrowserUrl } from './oidc-client.ts'
import { requireSettings } from './oidc-login.ts'

/** The provider's page for signing out; null if it has none or cannot be reached: the session here has ended anyway. */
export async function findEndSessionUrl(
  context: Pick<Context, 'db' | 'clock' | 'outbound' | 'secrets' | 'publicUrl' | 'log'>,
): Promise<string | null> {
  try {
    const settings = await requireSettings(context)
    const provider = await openProvider(context, settings)
    if (provider.serverMetadata().end_session_endpoint === undefined) return null
    return requireBrowserUrl(
      buildEndSessionUrl(provider, {
        post_logout_redirect_uri: `${context.publicUrl}/`,
        client_id: settings.client_id,
      }),
    )
  } catch (error) {
    context.log.warn({ reason: messageOf(error) }, 'the session at the identity provider was not ended')
    return null
  }
}
