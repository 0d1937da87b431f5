import type { LinkProps } from '@tanstack/react-router'
import type { OperationName } from '../../contract/client.ts'
import { pagesTexts } from './pages-texts.ts'
import {
  type Icon,
  IconBell,
  IconBox,
  IconBrush,
  IconCalendarDollar,
  IconCircleCheck,
  IconClock,
  IconDatabase,
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
    title: pagesTexts.fleet,
    pages: [
      {
        to: '/today',
        label: pagesTexts.today,
        icon: IconInbox,
        reads: 'list-inbox',
        terms: pagesTexts.inboxTodoAttention,
      },
      {
        to: '/',
        label: pagesTexts.overview,
        icon: IconLayoutDashboard,
        reads: 'get-overview',
        terms: pagesTexts.homeStart,
      },
      { to: '/sites', label: pagesTexts.sites, icon: IconWorld, reads: 'list-sites' },
      {
        to: '/updates',
        label: pagesTexts.updates,
        icon: IconRotateClockwise2,
        reads: 'list-update-items',
        terms: pagesTexts.upgradePatch,
      },
      {
        to: '/rollouts',
        label: pagesTexts.rollouts,
        icon: IconListNumbers,
        reads: 'list-rollouts',
        terms: pagesTexts.wavesCanaryPoliciesHeld,
      },
      {
        to: '/security',
        label: pagesTexts.security,
        icon: IconShieldCheck,
        reads: 'list-vulnerabilities',
        terms: pagesTexts.vulnerabilitiesCveEmergency,
      },
      {
        to: '/plugins',
        label: pagesTexts.plugins,
        icon: IconPlug,
        reads: 'list-inventory',
        terms: pagesTexts.inventoryVersions,
      },
      { to: '/themes', label: pagesTexts.themes, icon: IconBrush, reads: 'list-inventory' },
      {
        to: '/jobs',
        label: pagesTexts.jobs,
        icon: IconListCheck,
        reads: 'list-jobs',
        terms: pagesTexts.progressRunning,
      },
    ],
  },
  {
    title: pagesTexts.watch,
    pages: [
      {
        to: '/monitors',
        label: pagesTexts.monitors,
        icon: IconHeartRateMonitor,
        reads: 'list-monitors',
        terms: pagesTexts.uptimeIncidents,
      },
      {
        to: '/maintenance',
        label: pagesTexts.maintenance,
        icon: IconTool,
        reads: 'list-maintenance-windows',
        terms: pagesTexts.windowsDowntimePlanned,
      },
      {
        to: '/certificates',
        label: pagesTexts.certificates,
        icon: IconLock,
        reads: 'list-certificates',
        terms: pagesTexts.sslTls,
      },
      {
        to: '/domains',
        label: pagesTexts.domains,
        icon: IconWorldWww,
        reads: 'list-domain-profiles',
        terms: pagesTexts.expiryRdap,
      },
      {
        to: '/performance',
        label: pagesTexts.performance,
        icon: IconGauge,
        reads: 'list-audit-results',
        terms: pagesTexts.speedLighthouse,
      },
      {
        to: '/changes',
        label: pagesTexts.changeLog,
        icon: IconHistory,
        reads: 'list-changes',
        terms: pagesTexts.auditActivity,
      },
    ],
  },
  {
    title: pagesTexts.work,
    pages: [
      { to: '/clients', label: pagesTexts.clients, icon: IconUsers, reads: 'list-clients' },
      { to: '/tags', label: pagesTexts.tags, icon: IconTag, reads: 'list-tags' },
      {
        to: '/costs',
        label: pagesTexts.costs,
        icon: IconCalendarDollar,
        reads: 'list-costs',
        terms: pagesTexts.renewalsMoney,
      },
      {
        to: '/posts',
        label: pagesTexts.posts,
        icon: IconFileText,
        reads: 'list-posts',
        terms: pagesTexts.pagesContent,
      },
      {
        to: '/comments',
        label: pagesTexts.comments,
        icon: IconMessageCircle,
        reads: 'list-comments',
        terms: 'moderation',
      },
      {
        to: '/site-users',
        label: pagesTexts.siteUsers,
        icon: IconUser,
        reads: 'list-site-users',
        terms: pagesTexts.administratorsEditorsPasswords,
      },
      {
        to: '/time-tracker',
        label: pagesTexts.timeTracker,
        icon: IconClock,
        reads: 'list-time-tasks',
        terms: pagesTexts.hoursTimer,
      },
      { to: '/reports', label: pagesTexts.reports, icon: IconReportAnalytics, reads: 'list-clients', terms: 'pdf' },
    ],
  },
  {
    title: pagesTexts.administration,
    pages: [
      {
        to: '/notifications',
        label: pagesTexts.notifications,
        icon: IconBell,
        reads: 'list-notifications',
        terms: pagesTexts.mailChannelsRulesSlack,
      },
      {
        to: '/webhooks',
        label: pagesTexts.webhooks,
        icon: IconWebhook,
        reads: 'list-webhook-endpoints',
        terms: pagesTexts.eventsApi,
      },
      {
        to: '/approvals',
        label: pagesTexts.approvals,
        icon: IconCircleCheck,
        reads: 'list-approvals',
        terms: pagesTexts.agentsKeysPasskey,
      },
      { to: '/settings', label: pagesTexts.settings, icon: IconSettings, reads: 'get-general-settings' },
      {
        to: '/access',
        label: pagesTexts.access,
        icon: IconKey,
        reads: 'list-users',
        terms: pagesTexts.peopleUsersKeysPasswords,
      },
      {
        to: '/move-in',
        label: pagesTexts.moveIn,
        icon: IconUpload,
        reads: 'list-move-ins',
        terms: pagesTexts.importMigrateExportLeave,
      },
      {
        to: '/service-backups',
        label: pagesTexts.serviceBackups,
        icon: IconDatabase,
        reads: 'get-service-backup-status',
        terms: pagesTexts.backupRestoreS3,
      },
      { to: '/modules', label: pagesTexts.modules, icon: IconBox, reads: 'list-modules' },
    ],
  },
]

export const allPages = pageGroups.flatMap(({ pages }) => pages)
