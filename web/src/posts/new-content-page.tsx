import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { step, useEach } from '../actions/run-each.ts'
import { useCan } from '../api/session.tsx'
import { type SelectedSite, SitesField } from '../fleet/sites-field.tsx'
import { sentence } from '../texts/sentence.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Form } from '../ui/form/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Progress } from '../ui/progress.tsx'
import { EmptyState } from '../ui/states.tsx'
import { contentChanges, type Draft, draftFields, emptyDraft } from './content-draft.ts'
import { ContentForm } from './content-form.tsx'
import { kindFrom } from './content-kind.ts'
import { postsTexts } from './posts-texts.ts'

/** Creates a post or page on several sites; each site has its own outcome. */
export default function NewContentPage() {
  const search = useSearch({ strict: false }) as Record<string, string>
  const kind = kindFrom(search.kind)
  const can = useCan()
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const [sites, setSites] = useState<readonly SelectedSite[]>([])
  const { state, run } = useEach(false)
  if (!can(kind.create)) return <EmptyState title={postsTexts.writingIsNotFor} />
  const titled = draft.post_title.trim() !== ''
  const stepsFor = (targets: readonly SelectedSite[]) =>
    targets.map(({ id, name }) =>
      step(
        kind.create,
        { ...contentChanges(draft, emptyDraft), post_title: draft.post_title, site_id_or_domain: id } as never,
        { key: String(id), name },
      ),
    )
  const busy = state !== null && !state.over
  const failedKeys = state?.over ? state.failures.map(({ step: failed }) => failed.key) : []
  const createPosts = async () => {
    const targets = failedKeys.length > 0 ? sites.filter(({ id }) => failedKeys.includes(String(id))) : sites
    await run(stepsFor(targets))
  }
  const where = sites.length === 0 ? '' : postsTexts.onCount({ count: sites.length })
  return (
    <Form problem={null} fields={draftFields} onSubmit={() => titled && sites.length > 0 && void createPosts()}>
      <PageHeader
        title={postsTexts.writeANoun({ noun: kind.noun })}
        actions={
          <>
            <LinkButton to="/posts" search={kind.noun === 'page' ? { kind: 'page' } : {}}>
              {postsTexts.allPlural({ noun: kind.noun })}
            </LinkButton>
            <Button
              type="submit"
              tone="primary"
              busy={busy}
              disabled={!titled || sites.length === 0 || (state?.over === true && failedKeys.length === 0)}
            >
              {failedKeys.length > 0
                ? postsTexts.tryTheFailedOnes
                : `${draft.post_status === 'publish' ? postsTexts.publish : postsTexts.save}${where}`}
            </Button>
          </>
        }
      >
        {postsTexts.aDraftUnlessYou}
      </PageHeader>
      {state && (
        <Card title={state.over ? postsTexts.whatCameOfIt : postsTexts.underWay}>
          <div className="stack" aria-live="polite">
            <Progress percent={Math.round((100 * state.finished) / state.total)} label={postsTexts.progress} />
            {state.over && state.failures.length < state.total && (
              <Notice tone="good">
                {postsTexts.isOnSites({
                  done: state.total - state.failures.length,
                  total: state.total,
                  link: (text) => (
                    <Link to="/posts" search={kind.noun === 'page' ? { kind: 'page' } : {}}>
                      {text}
                    </Link>
                  ),
                })}
              </Notice>
            )}
            {state.failures.map(({ step: failed, message }) => (
              <Notice key={failed.key} tone="bad">
                {failed.name}: {sentence(message)}
              </Notice>
            ))}
          </div>
        </Card>
      )}
      <Card title={postsTexts.onWhichSites}>
        <SitesField sites={sites} onChange={setSites} />
      </Card>
      <Card>
        <ContentForm
          draft={draft}
          onChange={(change) => setDraft({ ...draft, ...change })}
          isPost={kind.noun === 'post'}
        />
      </Card>
    </Form>
  )
}
