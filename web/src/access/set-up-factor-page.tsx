import { useEffect } from 'react'
import { useSession } from '../api/session.tsx'
import { BrandMark } from '../shell/brand.tsx'
import { Button } from '../ui/button.tsx'
import { accessTexts } from './access-texts.ts'
import { factorTexts } from './factor-texts.ts'
import TotpSetup from './totp-setup.tsx'

/** The only page for a person who needs a second factor and has none after the grace period. */
export default function SetUpFactorPage({ onDone }: { onDone: () => void }) {
  const { signOut } = useSession()
  useEffect(() => {
    document.title = accessTexts.setupfirstFlotilla({ setUpFirst: factorTexts.setUpFirst })
  }, [])
  return (
    <main className="front">
      <div className="card front-card">
        <div className="front-brand">
          <BrandMark size={32} />
          {factorTexts.setUpFirst}
        </div>
        <h1 className="unseen">{factorTexts.setUpFirst}</h1>
        <p className="soft">{factorTexts.setUpFirstHint}</p>
        <TotpSetup onDone={onDone} />
        <Button tone="quiet" onClick={() => void signOut()}>
          {factorTexts.signOut}
        </Button>
      </div>
    </main>
  )
}
