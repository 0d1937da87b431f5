import { defineTexts } from '../texts/define-texts.ts'

export const accessTexts = defineTexts({
  limitsHint:
    'Sites that one of these lists includes. Without any, all sites. Sites that a client or tag gets later are included.',
  limitSites: 'Only these sites',
  limitTags: 'Only sites with these tags',
  limitClients: 'Only sites of these clients',
  allSites: 'All sites',
  allTags: 'All tags',
  allClients: 'All clients',

  roleName: 'Name',
  addRole: 'Add a role',
  editRole: 'Edit role {name}',
  deleteRole: 'Delete {name}',
  roleActions: 'More for {name}',
  customRoles: 'Custom roles',
  noCustomRolesHint: 'A custom role allows exactly what you select, for example only posts and comments.',
  roleUsers: 'Users',
  permissionsHint: 'Change includes read. Users, roles and API keys are managed by administrators only.',
  subject: 'Subject',
  mayRead: 'Read',
  mayChange: 'Change',
  save: 'Save',
  edit: 'Edit',
  delete: 'Delete',

  disableTitle: 'Disable {login}',
  disable: 'Disable',
  disableText:
    'They can no longer sign in. Sessions end at once, application passwords are revoked, and running jobs of theirs stop. Schedules go on.',
  deleteTitle: 'Delete {login}',
  deleteText: 'The account, its sessions and application passwords are deleted. This cannot be undone.',
  transferTo: 'Give their API keys and invitations to',
  transferNone: 'No one; their API keys stop working',
  transferHint: 'Keys that would get more rights from the new owner are switched off. Invitations must be sent again.',
  owns: 'They own {api_keys, plural, one {# API key} other {# API keys}} and {invitations, plural, one {# open invitation} other {# open invitations}}.',
})
