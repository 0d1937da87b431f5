import { asServiceError } from '../../operation/as-service-error.ts'
import type { Context } from '../../operation/context.ts'
import type { ServiceError } from '../../operation/errors.ts'
import { ConnectorError } from '../../platform/connector/errors.ts'
import { registrationRefusal } from '../../platform/connector/wire/registration-refusals.ts'
import { type SiteInput, verifiesTls } from './site-input.ts'
import type { SiteAddress } from './site-url.ts'

/**
 * The answer to a limited key that adds an address which a site beyond its limits has: what the site itself answers to
 * any stranger, as for an address that is not in the fleet and cannot be connected. Nothing but an unsigned look is sent.
 */
export async function refusalOfUnseen(
  { connector }: Pick<Context, 'connector'>,
  { url }: SiteAddress,
  written: SiteInput,
): Promise<ServiceError> {
  const { http_user: username, http_pass } = written
  const basicAuth = username ? { username, password: http_pass ?? '' } : undefined
  const site = { label: url, url, verifyTls: verifiesTls(written) ?? true, basicAuth }
  const failure = await connector.probe(site).then(
    () => registrationRefusal('REG_ERROR7'),
    (error: unknown) => {
      if (error instanceof ConnectorError && error.code === 'svc_already_connected')
        return registrationRefusal('REG_ERROR2')
      return error
    },
  )
  const answer = asServiceError(failure)
  if (answer instanceof Error && !('kind' in answer)) throw answer
  return answer as ServiceError
}
