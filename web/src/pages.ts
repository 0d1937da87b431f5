import type { LinkProps } from '@tanstack/react-router'
import type { OperationName } from '../../contract/client.ts'
import {
  type Icon,
  IconBell,
  IconBox,
  IconBrush,
  IconCalendarDollar,
  IconClock,
  IconFileText,
  IconGauge,
  IconHeartRateMonitor,
  IconHistory,
  IconInbox,
  IconKey,
  IconLayoutDashboard,
  IconListCheck,
  IconListNumbers,
  IconLock,
  IconMessageCircle,
  IconPlug,
  IconReportAnalytics,
  IconRotateClockwise2,
  IconSettings,
  IconShieldCheck,
  IconTag,
  IconTool,
  IconUpload,
  IconUser,
  IconUsers,
  IconWebhook,
  IconWorld,
  IconWorldWww,
} from './ui/icons.ts'

export interface PageEntry {
  to: NonNullable<LinkProps['to']>
  label: string
  icon: Icon
  /** The page is hidden from users who may not run this operation. */
  reads: OperationName
  /** Further search terms for Ctrl-K. */
  terms?: string
}

/** The navigation in order. Ctrl-K searches the same list; routes are in router.tsx. */
export const pageGroups: readonly { title: string; pages: readonly PageEntry[] }[] = [
  {
    title: 'Fleet',
    pages: [
      { to: '/today', label: 'Today', icon: IconInbox, reads: 'list-inbox', terms: 'inbox todo attention' },
      { to: '/', label: 'Overview', icon: IconLayoutDashboard, reads: 'get-overview', terms: 'home start' },
      { to: '/sites', label: 'Sites', icon: IconWorld, reads: 'list-sites' },
      {
        to: '/updates',
        label: 'Updates',
        icon: IconRotateClockwise2,
        reads: 'list-update-items',
        terms: 'upgrade patch',
      },
      {
        to: '/rollouts',
        label: 'Rollouts',
        icon: IconListNumbers,
        reads: 'list-rollouts',
        terms: 'waves canary policies held releases',
      },
      {
        to: '/security',
        label: 'Security',
        icon: IconShieldCheck,
        reads: 'list-vulnerabilities',
        terms: 'vulnerabilities cve emergency',
      },
      { to: '/plugins', label: 'Plugins', icon: IconPlug, reads: 'list-inventory', terms: 'inventory versions' },
      { to: '/themes', label: 'Themes', icon: IconBrush, reads: 'list-inventory' },
      { to: '/jobs', label: 'Jobs', icon: IconListCheck, reads: 'list-jobs', terms: 'progress running' },
    ],
  },
  {
    title: 'Watch',
    pages: [
      {
        to: '/monitors',
        label: 'Monitors',
        icon: IconHeartRateMonitor,
        reads: 'list-monitors',
        terms: 'uptime incidents',
      },
      {
        to: '/maintenance',
        label: 'Maintenance',
        icon: IconTool,
        reads: 'list-maintenance-windows',
        terms: 'windows downtime planned',
      },
      { to: '/certificates', label: 'Certificates', icon: IconLock, reads: 'list-certificates', terms: 'ssl tls' },
      { to: '/domains', label: 'Domains', icon: IconWorldWww, reads: 'list-domain-profiles', terms: 'expiry rdap' },
      {
        to: '/performance',
        label: 'Performance',
        icon: IconGauge,
        reads: 'list-audit-results',
        terms: 'speed lighthouse',
      },
      { to: '/changes', label: 'Change log', icon: IconHistory, reads: 'list-changes', terms: 'audit activity' },
    ],
  },
  {
    title: 'Work',
    pages: [
      { to: '/clients', label: 'Clients', icon: IconUsers, reads: 'list-clients' },
      { to: '/tags', label: 'Tags', icon: IconTag, reads: 'list-tags' },
      { to: '/costs', label: 'Costs', icon: IconCalendarDollar, reads: 'list-costs', terms: 'renewals money' },
      { to: '/posts', label: 'Posts', icon: IconFileText, reads: 'list-posts', terms: 'pages content' },
      { to: '/comments', label: 'Comments', icon: IconMessageCircle, reads: 'list-comments', terms: 'moderation' },
      {
        to: '/site-users',
        label: 'Site users',
        icon: IconUser,
        reads: 'list-site-users',
        terms: 'administrators editors passwords',
      },
      { to: '/time-tracker', label: 'Time tracker', icon: IconClock, reads: 'list-time-tasks', terms: 'hours timer' },
      { to: '/reports', label: 'Reports', icon: IconReportAnalytics, reads: 'list-clients', terms: 'pdf' },
    ],
  },
  {
    title: 'House',
    pages: [
      {
        to: '/notifications',
        label: 'Notifications',
        icon: IconBell,
        reads: 'list-notifications',
        terms: 'mail channels rules slack discord teams telegram',
      },
      { to: '/webhooks', label: 'Webhooks', icon: IconWebhook, reads: 'list-webhook-endpoints', terms: 'events api' },
      { to: '/settings', label: 'Settings', icon: IconSettings, reads: 'get-general-settings' },
      { to: '/access', label: 'Access', icon: IconKey, reads: 'list-users', terms: 'people users keys passwords' },
      {
        to: '/move-in',
        label: 'Move in',
        icon: IconUpload,
        reads: 'list-move-ins',
        terms: 'import migrate export leave',
      },
      { to: '/modules', label: 'Modules', icon: IconBox, reads: 'list-modules' },
    ],
  },
]

export const allPages = pageGroups.flatMap(({ pages }) => pages)
