import type { Tone } from '../ui/badge.tsx'
import { hostOf } from '../ui/format/host-of.ts'
import { formatDecimal } from '../ui/format/number.ts'
import { siteConditionTexts } from './site-condition-texts.ts'
import { sitesTexts } from './sites-texts.ts'

export const nameOf = ({ name, url }: { name: string; url: string }): string => name || hostOf(url)

export const healthTone = (score: number): Tone => (score >= 80 ? 'good' : score >= 60 ? 'warn' : 'bad')

/** 100 means that every check succeeded; below that every digit matters. */
export const uptimeText = (percent: number): string => `${formatDecimal(percent, 2, percent === 100 ? 0 : 2)} %`

export const uptimeTone = (percent: number): Tone => (percent >= 99.5 ? 'good' : percent >= 98 ? 'warn' : 'bad')

export const describeSites = (count: number): string =>
  count === 1 ? sitesTexts.oneSite : sitesTexts.countSites({ count })

/** The result of a check of the homepage; only a successful answer is good news. */
export const describeHomepage = (site: string, status: number) =>
  status === 0 ? siteConditionTexts.noAnswer({ site }) : siteConditionTexts.answered({ site, status: String(status) })
export const homepageTone = ({ http_status }: { http_status: number }) =>
  http_status >= 200 && http_status < 400 ? 'good' : 'bad'
