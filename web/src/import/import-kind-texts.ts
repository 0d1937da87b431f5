import { defineTexts } from '../texts/define-texts.ts'

export const importKindTexts = defineTexts({
  sitesTitle: 'Import sites',
  sitesIntro:
    'From a spreadsheet or the export of another dashboard. You can import a table again: connected sites are not changed.',
  sitesDone: 'The first sync follows automatically. <sites>Go to the sites</sites>',
  clientsTitle: 'Import clients',
  clientsIntro: 'A row with the e-mail address or ID of a client changes this client. Any other row adds one.',
  clientsDone: '<clients>Go to the clients</clients>',
  clientsOtherIds: 'The IDs come from another installation; clients are found by their e-mail addresses.',
  costsTitle: 'Import costs',
  costsIntro: 'A row with the ID of a cost changes this cost. Any other row adds one.',
  costsDone: '<costs>Go to the costs</costs>',
  costsOtherIds: 'The IDs come from another installation: every row is added.',
  otherInstallation: 'The table comes from another installation',
  usersTitle: 'Invite users from a table',
  usersIntro:
    'Each user gets an e-mail with a link and chooses a user name and password. Passwords in the table are ignored.',
  usersDone: '<users>Go to the users</users>',
  usersOfSites: 'Users of WordPress sites are imported on <page>another page</page>.',
  siteUsersTitle: 'Import users of sites',
  siteUsersIntro:
    'Creates WordPress users on your sites, as a job with a result per row. Users of Flotilla are invited on <page>another page</page>.',
  siteUsersTargets: 'Sites for users whose row names none',
  siteUsersDone: '<users>Go to the users of sites</users>',
})
