import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { roleOptions } from './role-labels.ts'

export function RolesView() {
  return (
    <>
      <div className="grid-3">
        {roleOptions.map(({ value, label, may, not }) => (
          <Card key={value} title={label}>
            <div className="stack-tight">
              <p>{may}</p>
              {not !== '' && <p className="soft">Not: {not}</p>}
            </div>
          </Card>
        ))}
      </div>
      <Notice>
        What somebody may not do is not offered to them. An API key has the role of the person it belongs to, and never
        more; it can have less: only reading, only some sites, only until a day.
      </Notice>
    </>
  )
}
