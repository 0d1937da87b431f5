import type { LinkProps } from '@tanstack/react-router'
import { docsTexts } from './docs-texts.ts'

export interface Guide {
  /** The anchor on the page, so that other pages can link to a guide. */
  id: string
  title: string
  intro: string
  steps: readonly string[]
  to: NonNullable<LinkProps['to']>
  /** A file in web/public/guides/<language>. */
  picture: string
}

export const guides: readonly Guide[] = [
  {
    id: 'connect',
    title: docsTexts.connectTitle,
    intro: docsTexts.connectIntro,
    steps: [docsTexts.connect1, docsTexts.connect2, docsTexts.connect3, docsTexts.connect4],
    to: '/sites/add',
    picture: 'add-site',
  },
  {
    id: 'update',
    title: docsTexts.updateTitle,
    intro: docsTexts.updateIntro,
    steps: [docsTexts.update1, docsTexts.update2, docsTexts.update3, docsTexts.update4, docsTexts.update5],
    to: '/updates',
    picture: 'updates',
  },
  {
    id: 'vulnerabilities',
    title: docsTexts.vulnerabilitiesTitle,
    intro: docsTexts.vulnerabilitiesIntro,
    steps: [
      docsTexts.vulnerabilities1,
      docsTexts.vulnerabilities2,
      docsTexts.vulnerabilities3,
      docsTexts.vulnerabilities4,
    ],
    to: '/security',
    picture: 'security',
  },
  {
    id: 'uptime',
    title: docsTexts.uptimeTitle,
    intro: docsTexts.uptimeIntro,
    steps: [docsTexts.uptime1, docsTexts.uptime2, docsTexts.uptime3, docsTexts.uptime4],
    to: '/monitors',
    picture: 'monitor',
  },
  {
    id: 'maintenance',
    title: docsTexts.maintenanceTitle,
    intro: docsTexts.maintenanceIntro,
    steps: [docsTexts.maintenance1, docsTexts.maintenance2, docsTexts.maintenance3],
    to: '/maintenance',
    picture: 'maintenance',
  },
  {
    id: 'reports',
    title: docsTexts.reportsTitle,
    intro: docsTexts.reportsIntro,
    steps: [docsTexts.reports1, docsTexts.reports2, docsTexts.reports3, docsTexts.reports4],
    to: '/reports',
    picture: 'reports',
  },
  {
    id: 'groups',
    title: docsTexts.groupsTitle,
    intro: docsTexts.groupsIntro,
    steps: [docsTexts.groups1, docsTexts.groups2, docsTexts.groups3, docsTexts.groups4],
    to: '/sites',
    picture: 'sites',
  },
  {
    id: 'billing',
    title: docsTexts.billingTitle,
    intro: docsTexts.billingIntro,
    steps: [docsTexts.billing1, docsTexts.billing2, docsTexts.billing3],
    to: '/time-tracker',
    picture: 'client',
  },
  {
    id: 'team',
    title: docsTexts.teamTitle,
    intro: docsTexts.teamIntro,
    steps: [docsTexts.team1, docsTexts.team2, docsTexts.team3, docsTexts.team4],
    to: '/access',
    picture: 'access',
  },
  {
    id: 'move',
    title: docsTexts.moveTitle,
    intro: docsTexts.moveIntro,
    steps: [docsTexts.move1, docsTexts.move2, docsTexts.move3, docsTexts.move4],
    to: '/move-in',
    picture: 'move-in',
  },
]

/** Guides that contain all words of the search. */
export function findGuides(search: string): readonly Guide[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return guides.filter(({ title, intro, steps }) => {
    const text = [title, intro, ...steps].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
