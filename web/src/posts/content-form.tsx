import './posts.css'
import { CheckField, SelectField, TextArea, TextField } from '../ui/form/fields.tsx'
import type { Draft } from './content-draft.ts'
import { contentStatuses } from './content-kind.ts'
import { postsTexts } from './posts-texts.ts'

const comments = [
  { value: 'open', label: postsTexts.allowed },
  { value: 'closed', label: postsTexts.closed },
]

/** The fields of a post or page. The site renders the text, not the dashboard. */
export function ContentForm({
  draft,
  onChange,
  isPost,
}: {
  draft: Draft
  onChange: (change: Partial<Draft>) => void
  isPost: boolean
}) {
  return (
    <div className="editor">
      <div className="stack">
        <TextField
          name="post_title"
          label={postsTexts.title}
          value={draft.post_title}
          onChange={(post_title) => onChange({ post_title })}
        />
        <TextArea
          name="post_content"
          label={postsTexts.text}
          hint={postsTexts.htmlAndTheBlock}
          rows={16}
          value={draft.post_content}
          onChange={(post_content) => onChange({ post_content })}
        />
        <TextArea
          name="post_excerpt"
          label={postsTexts.excerpt}
          rows={3}
          value={draft.post_excerpt}
          onChange={(post_excerpt) => onChange({ post_excerpt })}
        />
      </div>
      <div className="stack">
        <SelectField
          name="post_status"
          label={postsTexts.status}
          value={draft.post_status}
          options={statusesFor(draft.post_status)}
          onChange={(post_status) => onChange({ post_status })}
        />
        <TextField
          name="post_date"
          label={postsTexts.date}
          type="datetime-local"
          hint={postsTexts.byTheClockOf}
          value={draft.post_date}
          onChange={(post_date) => onChange({ post_date })}
        />
        {isPost && (
          <>
            <TextField
              name="post_category"
              label={postsTexts.categories}
              hint={postsTexts.dividedByCommasMissing}
              value={draft.post_category}
              onChange={(post_category) => onChange({ post_category })}
            />
            <TextField
              name="post_tags"
              label={postsTexts.tags}
              hint={postsTexts.dividedByCommas}
              value={draft.post_tags}
              onChange={(post_tags) => onChange({ post_tags })}
            />
          </>
        )}
        <TextField
          name="post_name"
          label={postsTexts.lastPartOfThe}
          hint={postsTexts.madeFromTheTitle}
          value={draft.post_name}
          onChange={(post_name) => onChange({ post_name })}
        />
        <TextField
          name="post_featured_image"
          label={postsTexts.picture}
          type="url"
          placeholder="https://"
          hint={postsTexts.aPublicAddressThe}
          value={draft.post_featured_image}
          onChange={(post_featured_image) => onChange({ post_featured_image })}
        />
        <SelectField
          name="comment_status"
          label={postsTexts.comments}
          value={draft.comment_status}
          options={comments}
          onChange={(comment_status) => onChange({ comment_status })}
        />
        {isPost && (
          <CheckField
            name="is_sticky"
            label={postsTexts.keepItAtThe}
            checked={draft.is_sticky}
            onChange={(is_sticky) => onChange({ is_sticky })}
          />
        )}
      </div>
    </div>
  )
}

/** A status that is not offered (added by a plugin) stays selectable while it is set. */
function statusesFor(current: string) {
  const offered = contentStatuses.filter(({ value }) => value !== 'trash')
  return offered.some(({ value }) => value === current) ? offered : [...offered, { value: current, label: current }]
}
