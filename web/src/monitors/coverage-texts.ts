import { defineTexts } from '../texts/define-texts.ts'

export const coverageTexts = defineTexts({
  switchOn: 'Monitor all sites',
  switching: 'Turning monitoring on',
  switched: 'All sites without settings of their own are monitored',
  showOthers: 'Show the others',
  notMonitored: 'Not monitored',
  notCheckedLately: 'Not checked lately',
  purpose: 'Uptime of all sites',
  noLastDay: 'Nothing known about the last 24 hours',
  upLastDay: '{ratio} % up while it was checked in the last 24 hours',
})
