/**
 * The beginning of a change's description → segment and action in a report. Descriptions are never texts of the site: they
 * begin with a label of the activity feature or the name of an operation.
 */
export type RowType = readonly [label: string, segment: string, action: string]

const contentChanges = [
  'Category of a post changed',
  'Address of a post changed',
  'Author of a post changed',
  'Status of a post changed',
  'Post made sticky',
  'Post no longer sticky',
  'Custom field of a post changed',
  'Post submitted for review',
  'Post scheduled',
  'Visibility of a post changed',
  'Date of a post changed',
  'Content of a post changed',
  'Title of a post changed',
  'Comments on a post allowed',
  'Comments on a post closed',
  'Trackbacks to a post allowed',
  'Trackbacks to a post closed',
  'Excerpt of a post changed',
  'Featured image of a post changed',
  'Tags added to a post',
  'Tags removed from a post',
]

const ofPosts: RowType[] = [
  ['Post created', 'posts', 'created'],
  ['Post published', 'posts', 'published'],
  ['Post modified', 'posts', 'updated'],
  ['Post permanently deleted', 'posts', 'deleted'],
  // What this was called before.
  ['Post deleted for good', 'posts', 'deleted'],
  ['Post moved to the trash', 'posts', 'trashed'],
  ['Post restored from the trash', 'posts', 'restored'],
  ...contentChanges.map((label): RowType => [label, 'posts', 'updated']),
  ['Create post', 'posts', 'created'],
  ['Edit post', 'posts', 'updated'],
  ['Update post status', 'posts', 'updated'],
  ['Delete post', 'posts', 'deleted'],
]

const ofPages: RowType[] = [
  ...ofPosts.map(([label, , action]): RowType => [toPageLabel(label), 'pages', action]),
  ['Parent of a page changed', 'pages', 'updated'],
  ['Template of a page changed', 'pages', 'updated'],
]

function toPageLabel(label: string): string {
  return label.replace(/\bpost\b/, 'page').replace(/^Post\b/, 'Page')
}

const userChanges = [
  'Role of a user changed',
  'User changed their password',
  'Password of a user changed',
  'User changed their e-mail address',
  'E-mail address of a user changed',
  'User made super admin',
  'User no longer super admin',
  'Custom field of a user changed',
  'Custom field of a user created',
  'Access of a user to the network changed',
  'Profile of a user changed',
  'Application password added',
  'Application password revoked',
  'Edit site user',
  'Set admin password',
]

const menuChanges = [
  'Items added to a menu',
  'Items removed from a menu',
  'Settings of a menu changed',
  'Items of a menu changed',
  'Menu renamed',
  'Order of a menu changed',
  'Item of a menu moved below another',
]

export const rowTypes: readonly RowType[] = [
  ['Plugin installed', 'plugins', 'installed'],
  ['Plugin activated', 'plugins', 'activated'],
  ['Activate site plugins', 'plugins', 'activated'],
  ['Plugin deactivated', 'plugins', 'deactivated'],
  ['Deactivate site plugins', 'plugins', 'deactivated'],
  ['Plugin updated', 'plugins', 'updated'],
  ['File of a plugin edited', 'plugins', 'edited'],
  ['Plugin deleted', 'plugins', 'deleted'],
  ['Delete site plugins', 'plugins', 'deleted'],
  ['Theme installed', 'themes', 'installed'],
  ['Theme activated', 'themes', 'activated'],
  ['Activate site theme', 'themes', 'activated'],
  ['Theme updated', 'themes', 'updated'],
  ['File of a theme edited', 'themes', 'edited'],
  ['Theme deleted', 'themes', 'deleted'],
  ['Delete site themes', 'themes', 'deleted'],
  ['WordPress updated', 'wordpress', 'updated'],
  ['Wordpress updated', 'wordpress', 'updated'],
  ...ofPosts,
  ...ofPages,
  ['User registered', 'users', 'created'],
  ['User created', 'users', 'created'],
  ['Create site user', 'users', 'created'],
  ...userChanges.map((label): RowType => [label, 'users', 'updated']),
  ['User deleted', 'users', 'deleted'],
  ['Delete site user', 'users', 'deleted'],
  ['Comment posted', 'comments', 'created'],
  ['Comment approved', 'comments', 'approved'],
  ['Comment unapproved', 'comments', 'unapproved'],
  ['Comment edited', 'comments', 'edited'],
  ['Comment replied to', 'comments', 'replied'],
  ['Comment restored from the trash', 'comments', 'restored'],
  ['Comment marked as spam', 'comments', 'spam'],
  ['Comment marked as not spam', 'comments', 'unspam'],
  ['Comment moved to the trash', 'comments', 'trashed'],
  ['Comment permanently deleted', 'comments', 'deleted'],
  ['Comment deleted for good', 'comments', 'deleted'],
  ['Moderate comment', 'comments', 'moderated'],
  ['Moderate comments', 'comments', 'moderated'],
  ['Menu created', 'menus', 'created'],
  ...menuChanges.map((label): RowType => [label, 'menus', 'updated']),
  ['Menu deleted', 'menus', 'deleted'],
  ['File uploaded', 'media', 'uploaded'],
  ['File deleted', 'media', 'deleted'],
  ['Destroy site sessions', 'maintenance', 'process'],
  ['Renew site connection', 'maintenance', 'process'],
]

/** For changes of no other segment: type → action of the segment misc. */
export const miscellaneous: Readonly<Record<string, string>> = {
  widget: 'widgets',
  category: 'categories',
  tag: 'tags',
  'custom-field': 'fields',
  'system-setting': 'settings',
  database: 'database',
}

/** The types of changes that a segment may contain; others are not read. Changes made through Flotilla, except of software, have the type `site`. */
export const typesOfSegments: Readonly<Record<string, readonly string[]>> = {
  plugins: ['plugin', 'file'],
  themes: ['theme', 'file'],
  wordpress: ['wordpress'],
  posts: ['post', 'site'],
  pages: ['page', 'post', 'site'],
  users: ['user', 'site'],
  comments: ['comment', 'site'],
  menus: ['menu'],
  media: ['file'],
  maintenance: ['site'],
  misc: Object.keys(miscellaneous),
}
