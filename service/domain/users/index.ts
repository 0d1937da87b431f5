import type { Feature } from '../../operation/feature.ts'
import { createSiteUser } from './operations/create-site-user.ts'
import { createSiteUsers } from './operations/create-site-users.ts'
import { deleteSiteUser } from './operations/delete-site-user.ts'
import { editSiteUser } from './operations/edit-site-user.ts'
import { importSiteUsers } from './operations/import-site-users.ts'
import { listSiteUsers } from './operations/list-site-users.ts'
import { setAdminPassword } from './operations/set-admin-password.ts'
import { setAdminPasswords } from './operations/set-admin-passwords.ts'
import { addresses } from './rest.ts'
import { sealedOrderColumn } from './user-order-store.ts'

export const usersFeature: Feature = {
  name: 'users',
  tables: ['user_orders'],
  operations: [
    listSiteUsers,
    createSiteUsers,
    createSiteUser,
    editSiteUser,
    deleteSiteUser,
    setAdminPasswords,
    setAdminPassword,
    importSiteUsers,
  ],
  addresses,
  // They hold passwords.
  retention: [{ table: 'user_orders', keepDays: 3, column: 'created_at' }],
  sealed: [sealedOrderColumn],
}

export { siteUserImport } from './site-user-columns.ts'
