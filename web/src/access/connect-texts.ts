import { defineTexts } from '../texts/define-texts.ts'

export const connectTexts = defineTexts({
  title: 'Connect a terminal',
  introduction:
    'A program on your computer shows a code after “flotilla login”. Type it here. Never type a code that another person sent you.',
  code: 'Code',
  codeHint: 'Such as k3f9-x2mp.',
  show: 'Continue',
  asks: 'This program requests an API key',
  name: 'Name',
  address: 'Network address',
  unknownAddress: 'not known',
  scopes: 'Permissions',
  keyEnds: 'Key expires',
  warning: 'The key acts in your name. Every change that it sends needs approval first.',
  confirm: 'Create key',
  cancel: 'Cancel',
  confirmed: '“{name}” can fetch its key now. You can close this page.',
})
