import { useState } from 'react'
import { runAction } from '../actions/run-action.tsx'
import { useOperation } from '../api/query.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconDeviceDesktop } from '../ui/icons.ts'
import { ErrorState, Loading } from '../ui/states.tsx'
import { accessTexts } from './access-texts.ts'
import { factorTexts } from './factor-texts.ts'

const shownAtFirst = 6

export function OwnSessions() {
  const { data, error } = useOperation('list-own-sessions', {})
  const [all, setAll] = useState(false)
  const sessions = (data ?? []).toSorted(
    (a, b) => Number(b.current) - Number(a.current) || b.last_seen_at.localeCompare(a.last_seen_at),
  )
  const end = (id: string) =>
    runAction(
      'end-session',
      { id, confirm: true },
      { doing: accessTexts.signingOutThere, done: accessTexts.signedOutThere },
    )
  const endOthers = () =>
    runAction(
      'end-own-sessions',
      { confirm: true },
      { doing: factorTexts.signingOutElsewhere, done: factorTexts.signedOutElsewhere },
    )
  return (
    <Card
      title={accessTexts.whereYouAreSigned}
      {...(sessions.length > 1 && {
        actions: (
          <Button small onClick={() => void endOthers()}>
            {factorTexts.signOutElsewhere}
          </Button>
        ),
      })}
    >
      {error ? (
        <ErrorState error={error} />
      ) : !data ? (
        <Loading lines={3} />
      ) : (
        <ul className="rows">
          {sessions
            .slice(0, all ? undefined : shownAtFirst)
            .map(({ id, current, address, browser, created_at, last_seen_at }) => (
              <li key={id} className="apart">
                <div className="line">
                  <IconDeviceDesktop size={18} stroke={1.6} aria-hidden />
                  <div>
                    {browser ?? factorTexts.unknownBrowser}{' '}
                    {current && <Badge tone="good">{accessTexts.thisOne}</Badge>}
                    <div className="soft small">{address ?? factorTexts.unknownAddress}</div>
                    <div className="soft small">
                      {accessTexts.sinceLastSeen({
                        time: () => <RelativeTime at={created_at} />,
                        time2: () => <RelativeTime at={last_seen_at} />,
                      })}
                    </div>
                  </div>
                </div>
                {!current && (
                  <Button small onClick={() => void end(id)}>
                    {accessTexts.signOut}
                  </Button>
                )}
              </li>
            ))}
          {!all && sessions.length > shownAtFirst && (
            <li>
              <Button small tone="quiet" onClick={() => setAll(true)}>
                {accessTexts.showAllCount({ count: sessions.length })}
              </Button>
            </li>
          )}
        </ul>
      )}
    </Card>
  )
}
