import type { SurfaceContext } from '../surface.ts'

export const wellKnownPath = '/.well-known/oauth-protected-resource'

/** Of a protected resource (RFC 9728). */
export interface ResourceMetadata {
  /** Of the document. Below PUBLIC_URL, also if that has a path: programs take the address from the 401 answer. */
  address: string
  document: Record<string, unknown>
}

/** Null: no identity provider gives access tokens for this service. */
export async function findResourceMetadata(
  { publicUrl, findTokenIssuer }: Pick<SurfaceContext, 'publicUrl' | 'findTokenIssuer'>,
  resource: string,
): Promise<ResourceMetadata | null> {
  const issuer = (await findTokenIssuer?.()) ?? null
  if (issuer === null || publicUrl === undefined) return null
  return {
    address: `${publicUrl}${wellKnownPath}${resource}`,
    document: {
      resource: `${publicUrl}${resource}`,
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
      // Every provider of OpenID Connect knows it, and some give no token without a scope.
      scopes_supported: ['openid'],
      resource_name: 'Flotilla',
    },
  }
}
