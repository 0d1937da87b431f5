import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { unreachable } from './api/problem.ts'
import { readAhead, readListAhead } from './api/query.ts'
import { answers } from './api/reachable.ts'
import { basePath } from './api/request.ts'
import { firstCalls } from './first-calls.ts'
import { AppShell } from './shell/app-shell.tsx'
import { NotFound, PageFailed } from './shell/not-found.tsx'
import { Loading } from './ui/states.tsx'

type Search = Record<string, string>

const root = createRootRoute({
  component: AppShell,
  notFoundComponent: NotFound,
  // The URL contains plain text; each page reads the parameters it knows.
  validateSearch: (search): Search => search as Search,
})

type PageFile = () => Promise<{ default: React.ComponentType }>

/** One line per page. Each page is loaded when it is opened or about to be opened. */
const page = <Path extends string>(path: Path, load: PageFile) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(() => load().catch(listProblem)),
    // The page of another item starts anew: dialogs, selected rows and typed text belong to one item.
    remountDeps: ({ params, search }) => [itemOf(params), path.endsWith('/item') && [search.type, search.slug]],
    ...(firstCalls[path] && { loader: () => readFirst(path) }),
  })

/** What a page is about, without the part of it that is shown. */
function itemOf(params: object): object {
  const { tab: _, group: __, step: ___, ...ids } = params as Record<string, string>
  return ids
}

/** After an upgrade the router reloads the whole dashboard. While the service is down, the reload would lose the page. */
async function listProblem(error: unknown): Promise<never> {
  throw (await answers()) ? error : unreachable()
}

/** Reads the data of a page while its script is loading. */
function readFirst(path: string): void {
  if (location.search !== '') return
  for (const { name, input, isList } of firstCalls[path] ?? []) void (isList ? readListAhead : readAhead)(name, input)
}

const tree = root.addChildren([
  page('/', () => import('./overview/overview-page.tsx')),
  page('/today', () => import('./inbox/today-page.tsx')),
  page('/sites', () => import('./sites/list/sites-page.tsx')),
  page('/sites/add', () => import('./sites/add/add-site-page.tsx')),
  page('/sites/import', () => import('./sites/import/import-sites-page.tsx')),
  page('/sites/$siteId', () => import('./sites/site-page.tsx')),
  page('/sites/$siteId/$tab', () => import('./sites/site-page.tsx')),
  page('/updates', () => import('./updates/updates-page.tsx')),
  page('/updates/item', () => import('./updates/item-page.tsx')),
  page('/updates/site/$siteId', () => import('./updates/site-updates-page.tsx')),
  page('/updates/run/$jobId', () => import('./updates/run-page.tsx')),
  page('/rollouts', () => import('./rollouts/rollouts-page.tsx')),
  page('/rollouts/$rolloutId', () => import('./rollouts/rollout-page.tsx')),
  page('/update-policies', () => import('./update-policies/policies-page.tsx')),
  page('/security', () => import('./vulnerabilities/security-page.tsx')),
  page('/security/versions', () => import('./vulnerabilities/unsupported-page.tsx')),
  page('/security/closed', () => import('./vulnerabilities/closed-software-page.tsx')),
  page('/security/emergency', () => import('./vulnerabilities/emergency-page.tsx')),
  page('/security/vulnerabilities/$vulnerabilityId', () => import('./vulnerabilities/vulnerability-page.tsx')),
  page('/packages', () => import('./packages/packages-page.tsx')),
  page('/plugins', () => import('./software/plugins-page.tsx')),
  page('/plugins/item', () => import('./software/plugin-page.tsx')),
  page('/themes', () => import('./software/themes-page.tsx')),
  page('/themes/item', () => import('./software/theme-page.tsx')),
  page('/jobs', () => import('./jobs/jobs-page.tsx')),
  page('/jobs/$jobId', () => import('./jobs/job-page.tsx')),
  page('/monitors', () => import('./monitors/monitors-page.tsx')),
  page('/monitors/$siteId', () => import('./monitors/monitor-page.tsx')),
  page('/incidents/$incidentId', () => import('./incidents/incident-page.tsx')),
  page('/maintenance', () => import('./maintenance/maintenance-page.tsx')),
  page('/certificates', () => import('./ssl-monitor/certificates-page.tsx')),
  page('/domains', () => import('./domain-monitor/domains-page.tsx')),
  page('/performance', () => import('./perf-audit/performance-page.tsx')),
  page('/performance/$siteId', () => import('./perf-audit/site-performance-page.tsx')),
  page('/changes', () => import('./activity/changes-page.tsx')),
  page('/audit', () => import('./activity/audit-page.tsx')),
  page('/clients', () => import('./clients/clients-page.tsx')),
  page('/clients/import', () => import('./clients/import-clients-page.tsx')),
  page('/clients/fields', () => import('./clients/client-fields-page.tsx')),
  page('/clients/$clientId', () => import('./clients/client-page.tsx')),
  page('/tags', () => import('./tags/tags-page.tsx')),
  page('/costs', () => import('./costs/costs-page.tsx')),
  page('/costs/import', () => import('./costs/import-costs-page.tsx')),
  page('/posts', () => import('./posts/posts-page.tsx')),
  page('/posts/new', () => import('./posts/new-content-page.tsx')),
  page('/posts/$siteId/$postId', () => import('./posts/content-page.tsx')),
  page('/comments', () => import('./comments/comments-page.tsx')),
  page('/site-users', () => import('./users/site-users-page.tsx')),
  page('/site-users/import', () => import('./users/import-site-users-page.tsx')),
  page('/time-tracker', () => import('./time-tracker/time-tracker-page.tsx')),
  page('/reports', () => import('./reports/reports-page.tsx')),
  page('/notifications', () => import('./notifications/notifications-page.tsx')),
  page('/notifications/$tab', () => import('./notifications/notifications-page.tsx')),
  page('/webhooks', () => import('./webhooks/webhooks-page.tsx')),
  page('/webhooks/$webhookId', () => import('./webhooks/webhook-page.tsx')),
  page('/approvals', () => import('./approvals/approvals-page.tsx')),
  page('/approvals/$approvalId', () => import('./approvals/approval-page.tsx')),
  page('/settings', () => import('./settings/settings-page.tsx')),
  page('/settings/$group', () => import('./settings/settings-page.tsx')),
  page('/access', () => import('./access/access-page.tsx')),
  page('/access/import', () => import('./access/import-users-page.tsx')),
  page('/access/$tab', () => import('./access/access-page.tsx')),
  page('/connect', () => import('./access/connect-page.tsx')),
  page('/account', () => import('./access/account-page.tsx')),
  page('/move-in', () => import('./moving-in/move-in-page.tsx')),
  page('/move-in/$step', () => import('./moving-in/move-in-page.tsx')),
  page('/docs', () => import('./docs/docs-page.tsx')),
  page('/service-backups', () => import('./service-backups/service-backups-page.tsx')),
  page('/modules', () => import('./modules/modules-page.tsx')),
])

export const router = createRouter({
  routeTree: tree,
  basepath: basePath === '' ? '/' : basePath,
  defaultPreload: 'intent',
  defaultPendingComponent: () => <Loading lines={8} />,
  defaultErrorComponent: PageFailed,
  scrollRestoration: true,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Search).toString()
    return text === '' ? '' : `?${text}`
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
