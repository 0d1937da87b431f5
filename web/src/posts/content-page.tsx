import { useMutation } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { callWhole } from '../api/call.ts'
import type { Problem } from '../api/problem.ts'
import { queries, useOperation } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { SiteLink } from '../fleet/site-link.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Form } from '../ui/form/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { ContentStatus } from './content-columns.tsx'
import { contentChanges, type Draft, draftFields, draftOf, fieldLabels } from './content-draft.ts'
import { ContentForm } from './content-form.tsx'
import { type Content, kindFrom } from './content-kind.ts'
import { contentTexts } from './content-texts.ts'
import { postsTexts } from './posts-texts.ts'

interface Saved {
  data: Content
  changed: boolean
  not_applied: string[]
}

/** `before` is what the site had when the draft was made: what has changed there since is not overwritten with old values. */
interface Edited {
  before: Draft
  draft: Draft
}

const untouched = (data: Content): Edited => ({ before: draftOf(data), draft: draftOf(data) })

export default function ContentPage() {
  const { siteId, postId } = useParams({ from: '/posts/$siteId/$postId' })
  const kind = kindFrom((useSearch({ strict: false }) as Record<string, string>).kind)
  const can = useCan()
  const input = { site_id_or_domain: Number(siteId), post_id: Number(postId) }
  const { data, error, refetch } = useOperation(kind.get, input)
  const [edited, setEdited] = useState<Edited | null>(null)
  const [refused, setRefused] = useState<string[]>([])
  useEffect(() => {
    if (!data) return
    setEdited((known) =>
      known && Object.keys(contentChanges(known.draft, known.before)).length > 0 ? known : untouched(data),
    )
  }, [data])
  const save = useMutation<Saved, Problem, object>({
    mutationFn: async (changes) => (await callWhole(kind.edit, { ...input, ...changes })) as unknown as Saved,
    onSuccess: ({ data: now, not_applied }) => {
      setEdited(untouched(now))
      setRefused(not_applied)
      if (not_applied.length === 0) toast(contentTexts.saved, { tone: 'good' })
      else toast(contentTexts.savedInPart({ fields: fieldLabels(not_applied) }), { tone: 'partial' })
    },
    onSettled: () => queries.invalidateQueries(),
  })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data || !edited) return <Loading lines={10} />
  const { before, draft } = edited
  const changes = contentChanges(draft, before)
  const count = Object.keys(changes).length
  const canEdit = can(kind.edit)
  return (
    <Form problem={save.error} fields={draftFields} onSubmit={() => count > 0 && save.mutate(changes)}>
      <PageHeader
        title={data.post_title || postsTexts.noTitle}
        actions={
          <>
            <LinkButton to="/posts" search={kind.noun === 'page' ? { kind: 'page' } : {}}>
              {postsTexts.allPlural({ noun: kind.noun })}
            </LinkButton>
            {canEdit && (
              <Button type="submit" tone="primary" busy={save.isPending} disabled={count === 0}>
                {postsTexts.saveOnTheSite}
              </Button>
            )}
          </>
        }
      >
        {postsTexts.on({
          contentStatus: () => <ContentStatus status={data.post_status} />,
          siteLink: () => <SiteLink id={data.website_id} name={data.website_name} url={data.website_url} />,
        })}
      </PageHeader>
      {refused.length > 0 && (
        <Notice tone="warn">{postsTexts.theSiteLeftThese({ fields: fieldLabels(refused) })}</Notice>
      )}
      <Card>
        <fieldset className="bare" disabled={!canEdit}>
          <ContentForm
            draft={draft}
            onChange={(change) => setEdited({ before, draft: { ...draft, ...change } })}
            isPost={kind.noun === 'post'}
          />
        </fieldset>
      </Card>
    </Form>
  )
}
