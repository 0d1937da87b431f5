import { defineTexts } from '../texts/define-texts.ts'

export const coverageTexts = defineTexts({
  switchOn: 'Monitor all sites',
  switching: 'Turning monitoring on',
  switched: 'All sites without settings of their own are monitored',
  showOthers: 'Show sites that are not monitored',
  notMonitored: 'Not monitored',
  notCheckedLately: 'Not checked lately',
  purpose: 'Uptime of all sites',
  noLastDay: 'No checks in the last 24 hours',
  upLastDay: 'Up {ratio} % of the checked time in the last 24 hours',
})
