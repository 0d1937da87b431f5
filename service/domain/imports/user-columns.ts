import type { ImportKind } from '../../operation/import-columns.ts'

/** The columns of an import of users of this dashboard. Passwords are not imported: users choose them. */
export const userImport: ImportKind = {
  kind: 'users',
  ignoredTitles: ['password', 'pass', 'user pass', 'login', 'username', 'user name', 'user login'],
  fields: [
    {
      name: 'email',
      label: 'E-mail address',
      isRequired: true,
      titles: ['e mail', 'mail', 'user email'],
      example: 'mila@agency.example',
    },
    { name: 'name', label: 'Name', titles: ['full name', 'display name', 'user'], example: 'Mila Weber' },
    {
      name: 'role',
      label: 'Role',
      hint: 'administrator, manager, viewer, or the name of a custom role. Without one: viewer.',
      titles: ['user role', 'access level', 'permission'],
      example: 'viewer',
    },
    {
      name: 'sites',
      label: 'Only these sites',
      hint: 'Addresses or ids, separated by semicolons. Without sites, tags and clients: all sites.',
      titles: ['site', 'websites', 'website'],
    },
    {
      name: 'tags',
      label: 'Only these tags',
      hint: 'Names or ids, separated by semicolons.',
      titles: ['tag', 'groups', 'group'],
    },
    {
      name: 'clients',
      label: 'Only these clients',
      hint: 'Names, e-mail addresses or ids, separated by semicolons.',
      titles: ['client', 'client name', 'customer'],
      example: 'Corner Bakery',
    },
  ],
}
