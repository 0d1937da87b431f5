import { route } from '../../operation/address.ts'
import { deleteUpdatePolicy } from './operations/delete-update-policy.ts'
import { liftHeldRelease } from './operations/lift-held-release.ts'
import { listHeldReleases } from './operations/list-held-releases.ts'
import { listUpdatePolicies } from './operations/list-update-policies.ts'
import { saveUpdatePolicy } from './operations/save-update-policy.ts'

export const addresses = [
  route('GET /update-policies', listUpdatePolicies, { list: 'policies' }),
  route('PUT /update-policies', saveUpdatePolicy, { message: 'Policy saved.' }),
  route('DELETE /update-policies/{id}', deleteUpdatePolicy, { names: { id: 'policy_id' }, message: 'Policy deleted.' }),
  route('GET /update-policies/held-releases', listHeldReleases, { list: 'releases' }),
  route('POST /update-policies/held-releases/{id}/lift', liftHeldRelease, {
    names: { id: 'held_release_id' },
    message: 'The release can be installed again.',
  }),
]
