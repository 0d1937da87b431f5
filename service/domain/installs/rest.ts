import { route } from '../../operation/address.ts'
import { getDirectoryIcon } from './operations/get-directory-icon.ts'
import { searchDirectory } from './operations/search-directory.ts'

export const addresses = [
  route('GET /directory', searchDirectory, { list: 'items' }),
  route('GET /directory/icon', getDirectoryIcon),
]
