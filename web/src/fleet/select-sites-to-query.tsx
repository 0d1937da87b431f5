import { Link } from '@tanstack/react-router'
import { sentence } from '../texts/sentence.ts'
import { Button } from '../ui/button.tsx'
import { IconWorld } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { TableState } from '../ui/table/table-state.ts'
import { fleetTexts } from './fleet-texts.ts'
import { queryTexts } from './query-texts.ts'
import { ScopeFilters } from './scope.tsx'
import type { SiteAnswers, Unanswered } from './use-site-query.ts'

/** Shown instead of results until the user selects which of many sites to query. */
export function SelectSitesToQuery({
  state,
  what,
  sites,
}: {
  state: TableState
  what: string
  sites: number | undefined
}) {
  return (
    <section className="card" aria-label={fleetTexts.whichSites}>
      <div className="table-tools">
        <ScopeFilters state={state} />
      </div>
      <EmptyState
        icon={IconWorld}
        title={fleetTexts.whichSites2}
        action={
          <Button onClick={() => state.set({ all: '1' })}>
            {sites === undefined ? fleetTexts.askAllSites : fleetTexts.askSites({ sites })}
          </Button>
        }
      >
        {fleetTexts.theWhatAreOn({ what })}
      </EmptyState>
    </section>
  )
}

const shown = 5

/** Lists sites that are missing from the results, why, and where to fix it. */
export function UnansweredSites({ sites, retry }: { sites: readonly Unanswered[]; retry: () => void }) {
  if (sites.length === 0) return null
  return (
    <Notice tone="warn">
      <div className="stack-tight">
        <div className="apart">
          <strong>{queryTexts.unread({ count: sites.length })}</strong>
          <Button small tone="quiet" onClick={retry}>
            {queryTexts.again}
          </Button>
        </div>
        <ul>
          {sites.slice(0, shown).map(({ identifier, site_id, site_name, site_url, message }) => (
            <li key={identifier}>
              {site_id === undefined ? (
                String(identifier)
              ) : (
                <Link to="/sites/$siteId/$tab" params={{ siteId: String(site_id), tab: 'connection' }}>
                  {site_name || site_url || identifier}
                </Link>
              )}
              : {sentence(message)}
            </li>
          ))}
        </ul>
        {sites.length > shown && <span>{queryTexts.more({ count: sites.length - shown })}</span>}
      </div>
    </Notice>
  )
}

/** The title of an empty list: sites that could not be read may have more. */
export function emptyTitle(answers: SiteAnswers<unknown> | undefined, usual: string): string {
  if (!answers || answers.unanswered.length === 0) return usual
  return answers.answered === 0 ? queryTexts.noneRead : queryTexts.noneFound
}
