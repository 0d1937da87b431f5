import { z } from 'zod'
import { ownValue } from '../../operation/own-value.ts'

interface ErrorBody {
  code: string
  message: string
  data: { status: number } & Record<string, unknown>
}

/** Our code → theirs, where it is more than another prefix. Statuses stay ours. */
const theirCodes: Record<string, string> = {
  svc_unauthorized: 'mainwp_rest_authentication_error',
  svc_permission_denied: 'mainwp_rest_authentication_error',
  svc_no_route: 'rest_no_route',
  svc_method_not_allowed: 'rest_no_route',
  svc_invalid_input: 'rest_invalid_param',
  svc_request_too_large: 'mainwp_rest_request_entity_too_large',
  svc_site_not_found: 'mainwp_rest_invalid_site_id',
  svc_client_not_found: 'mainwp_rest_invalid_client_id',
  svc_tag_not_found: 'mainwp_rest_invalid_tag_id',
  svc_cost_not_found: 'mainwp_rest_invalid_costs_id',
}

const Params = z.record(z.string(), z.string())

/** Only missing parameters: a code of its own there. */
function isOnlyMissing({ code, data }: ErrorBody): boolean {
  const reasons = Object.values(Params.safeParse(data.params).data ?? {})
  return (
    code === 'svc_invalid_input' && reasons.length > 0 && reasons.every((reason) => reason.startsWith('is required'))
  )
}

/** An error on the base of the established product: its codes, our statuses and sentences, no `success`. */
export function inTheirErrorStyle(body: ErrorBody): ErrorBody {
  const { code, message, data } = body
  const theirs = isOnlyMissing(body) ? 'rest_missing_callback_param' : ownValue(theirCodes, code)
  return { code: theirs ?? code.replace(/^svc_/, 'mainwp_'), message, data }
}
