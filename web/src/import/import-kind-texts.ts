import { defineTexts } from '../texts/define-texts.ts'

export const importKindTexts = defineTexts({
  sitesTitle: 'Import sites',
  sitesIntro:
    'From a spreadsheet or another dashboard’s export. A table can be imported again: connected sites stay as they are.',
  sitesDone: 'The first sync follows automatically. <sites>Go to the sites</sites>',
  clientsTitle: 'Import clients',
  clientsIntro: 'A row with the e-mail address or id of a client changes it; any other row adds one.',
  clientsDone: '<clients>Go to the clients</clients>',
  clientsOtherIds: 'The ids are those of another installation; clients are found by their e-mail addresses.',
  costsTitle: 'Import costs',
  costsIntro: 'A row with the id of a cost changes it; any other row adds one.',
  costsDone: '<costs>Go to the costs</costs>',
  costsOtherIds: 'The ids are those of another installation: every row is added.',
  otherInstallation: 'The table comes from another installation',
  usersTitle: 'Invite users from a table',
  usersIntro:
    'Each person gets an e-mail with a link and chooses a user name and password. Passwords in the table are ignored.',
  usersDone: '<users>Go to the users</users>',
  usersOfSites: 'Users of WordPress sites are imported on <page>another page</page>.',
  siteUsersTitle: 'Import users of sites',
  siteUsersIntro:
    'Creates WordPress users on your sites, as a job with a result per row. People who sign in to Flotilla are invited on <page>another page</page>.',
  siteUsersTargets: 'Sites of the users that name none',
  siteUsersDone: '<users>Go to the users of sites</users>',
})
