import './posts.css'
import { CheckField, SelectField, TextArea, TextField } from '../ui/form/fields.tsx'
import type { Draft } from './content-draft.ts'
import { contentStatuses } from './content-kind.ts'

const comments = [
  { value: 'open', label: 'Allowed' },
  { value: 'closed', label: 'Closed' },
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
          label="Title"
          value={draft.post_title}
          onChange={(post_title) => onChange({ post_title })}
        />
        <TextArea
          name="post_content"
          label="Text"
          hint="HTML and the block comments of WordPress are kept as they are."
          rows={16}
          value={draft.post_content}
          onChange={(post_content) => onChange({ post_content })}
        />
        <TextArea
          name="post_excerpt"
          label="Excerpt"
          rows={3}
          value={draft.post_excerpt}
          onChange={(post_excerpt) => onChange({ post_excerpt })}
        />
      </div>
      <div className="stack">
        <SelectField
          name="post_status"
          label="Status"
          value={draft.post_status}
          options={statusesFor(draft.post_status)}
          onChange={(post_status) => onChange({ post_status })}
        />
        <TextField
          name="post_date"
          label="Date"
          type="datetime-local"
          hint="By the clock of the site. Scheduled ones appear then."
          value={draft.post_date}
          onChange={(post_date) => onChange({ post_date })}
        />
        {isPost && (
          <>
            <TextField
              name="post_category"
              label="Categories"
              hint="Divided by commas; missing ones are made."
              value={draft.post_category}
              onChange={(post_category) => onChange({ post_category })}
            />
            <TextField
              name="post_tags"
              label="Tags"
              hint="Divided by commas."
              value={draft.post_tags}
              onChange={(post_tags) => onChange({ post_tags })}
            />
          </>
        )}
        <TextField
          name="post_name"
          label="Last part of the address"
          hint="Made from the title when left empty."
          value={draft.post_name}
          onChange={(post_name) => onChange({ post_name })}
        />
        <TextField
          name="post_featured_image"
          label="Picture"
          type="url"
          placeholder="https://"
          hint="A public address; the site downloads it."
          value={draft.post_featured_image}
          onChange={(post_featured_image) => onChange({ post_featured_image })}
        />
        <SelectField
          name="comment_status"
          label="Comments"
          value={draft.comment_status}
          options={comments}
          onChange={(comment_status) => onChange({ comment_status })}
        />
        {isPost && (
          <CheckField
            name="is_sticky"
            label="Keep it at the top"
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
