import { LinkButton } from '../ui/button.tsx'
import { IconArrowRight } from '../ui/icons.ts'
import { movingInTexts } from './moving-in-texts.ts'

export const PlanLink = ({ moveInId }: { moveInId: number }) => (
  <LinkButton
    small
    to="/move-in/$step"
    params={{ step: 'import' }}
    search={{ id: String(moveInId) }}
    icon={IconArrowRight}
  >
    {movingInTexts.seePlan}
  </LinkButton>
)
