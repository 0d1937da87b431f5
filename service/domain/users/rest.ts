import { route } from '../../operation/address.ts'
import { createSiteUsers } from './operations/create-site-users.ts'
import { deleteSiteUser } from './operations/delete-site-user.ts'
import { editSiteUser } from './operations/edit-site-user.ts'
import { importSiteUsers } from './operations/import-site-users.ts'
import { listSiteUsers } from './operations/list-site-users.ts'
import { setAdminPasswords } from './operations/set-admin-passwords.ts'

const queuedMessage = 'Queued as a job: status_url has its progress and results.'
const names = { id_or_domain: 'site_id_or_domain' }

export const addresses = [
  route('GET /users', listSiteUsers, {
    toData: ({ by_site }: { by_site: unknown }) => by_site,
    envelopeFields: ({ errors, total }: { errors: unknown[]; total: number }) => ({ total, errors }),
  }),
  route('POST /users/create', createSiteUsers, { queuedMessage }),
  route('POST /users/import', importSiteUsers, { queuedMessage }),
  route('PUT|PATCH /users/update-admin-password', setAdminPasswords, { queuedMessage }),
  route('PUT|PATCH /users/{id_or_domain}/{user_id}/edit', editSiteUser, {
    names,
    message: 'User updated.',
    toData: ({ user }: { user: unknown }) => user,
    envelopeFields: ({ password_changed }: { password_changed: boolean }) => ({ password_changed }),
  }),
  route('DELETE /users/{id_or_domain}/{user_id}/delete', deleteSiteUser, { names, message: 'User deleted.' }),
]
