import { basePath } from '../../api/request.ts'
import { linkTexts } from './link-texts.ts'

/** For the sign-in page. */
export const ForgotPasswordLink = () => (
  <a className="small" href={`${basePath}/forgot-password`}>
    {linkTexts.forgotPassword}
  </a>
)
