import type { ImportKind } from '../../operation/import-columns.ts'

/** The columns of an import of users of WordPress sites. */
export const siteUserImport: ImportKind = {
  kind: 'site-users',
  fields: [
    {
      name: 'username',
      label: 'User name',
      isRequired: true,
      titles: ['login', 'user login', 'user'],
      example: 'mila',
    },
    {
      name: 'email',
      label: 'E-mail address',
      isRequired: true,
      titles: ['e mail', 'mail', 'user email'],
      example: 'mila@agency.example',
    },
    {
      name: 'role',
      label: 'Role',
      hint: 'administrator, editor, author, contributor or subscriber. Without one: subscriber.',
      titles: ['user role'],
      example: 'editor',
    },
    {
      name: 'websites',
      label: 'Sites',
      hint: 'Addresses or ids, separated by semicolons. Rows without sites, tags and clients use those selected for all.',
      titles: ['sites', 'site', 'select sites'],
      example: 'bakery.example; dentist.example',
    },
    {
      name: 'groups',
      label: 'All sites with tags',
      hint: 'Names or ids, separated by semicolons.',
      titles: ['tags', 'tag', 'select groups', 'select tags'],
    },
    {
      name: 'clients',
      label: 'All sites of clients',
      hint: 'E-mail addresses or ids, separated by semicolons.',
      titles: ['client', 'select clients'],
    },
    {
      name: 'password',
      label: 'Password',
      isSecret: true,
      hint: 'Without one the site sends the user an e-mail with a link to choose one.',
      titles: ['pass', 'user pass'],
    },
    { name: 'first_name', label: 'First name' },
    { name: 'last_name', label: 'Last name', titles: ['surname'] },
    { name: 'user_url', label: 'Web address', titles: ['website', 'url'] },
    {
      name: 'send_password',
      label: 'Send an e-mail',
      hint: 'yes or no. By default only without a password.',
      titles: ['send email'],
    },
  ],
}
