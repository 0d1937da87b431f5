/** The labels of the numbers in the log of the connector plugin, grouped by type. */
const labels: Record<string, Record<number, string>> = {
  post: {
    1200: 'Post created',
    1205: 'Post published',
    1210: 'Post modified',
    1215: 'Post permanently deleted',
    1220: 'Page permanently deleted',
    1225: 'Post moved to the trash',
    1230: 'Post restored from the trash',
    1235: 'Category of a post changed',
    1240: 'Address of a post changed',
    1245: 'Author of a post changed',
    1250: 'Status of a post changed',
    1255: 'Parent of a page changed',
    1260: 'Template of a page changed',
    1265: 'Post made sticky',
    1270: 'Post no longer sticky',
    1275: 'Custom field of a post changed',
    1280: 'Post submitted for review',
    1285: 'Post scheduled',
    1290: 'Visibility of a post changed',
    1295: 'Date of a post changed',
    1300: 'Content of a post changed',
    1305: 'Title of a post changed',
    1310: 'Post opened in the editor',
    1315: 'Post viewed',
    1320: 'Comments on a post allowed',
    1321: 'Comments on a post closed',
    1325: 'Trackbacks to a post allowed',
    1326: 'Trackbacks to a post closed',
    1330: 'Excerpt of a post changed',
    1335: 'Featured image of a post changed',
    1340: 'Post taken over from another editor',
    1395: 'Tags added to a post',
    1400: 'Tags removed from a post',
  },
  'custom-field': {
    1345: 'Related entry added to a custom field',
    1350: 'Related entry removed from a custom field',
    1355: 'Value of a custom field changed',
    1360: 'Custom field deleted',
    1365: 'Custom field renamed',
  },
  category: {
    1370: 'Category created',
    1375: 'Category deleted',
    1380: 'Parent of a category changed',
    1385: 'Category renamed',
    1390: 'Slug of a category changed',
  },
  tag: {
    1405: 'Tag renamed',
    1406: 'Tag created',
    1407: 'Tag deleted',
    1410: 'Slug of a tag changed',
    1415: 'Description of a tag changed',
  },
  file: {
    1420: 'File uploaded',
    1425: 'File deleted',
    1455: 'File of a plugin edited',
    1465: 'File of a theme edited',
  },
  widget: {
    1430: 'Widget added',
    1435: 'Widget modified',
    1440: 'Widget deleted',
    1445: 'Widget moved',
    1450: 'Position of a widget changed',
  },
  plugin: {
    1460: 'Automatic updates of a plugin switched',
    1461: 'Plugin activated',
    1965: 'Plugin installed',
    1970: 'Plugin updated',
  },
  theme: {
    1470: 'Automatic updates of a theme switched',
    1975: 'Theme installed',
    1980: 'Theme updated',
  },
  menu: {
    1475: 'Menu created',
    1480: 'Items added to a menu',
    1485: 'Items removed from a menu',
    1490: 'Menu deleted',
    1495: 'Settings of a menu changed',
    1500: 'Items of a menu changed',
    1505: 'Menu renamed',
    1510: 'Order of a menu changed',
    1515: 'Item of a menu moved below another',
  },
  comment: {
    1520: 'Comment approved',
    1525: 'Comment unapproved',
    1530: 'Comment replied to',
    1535: 'Comment edited',
    1540: 'Comment marked as spam',
    1545: 'Comment marked as not spam',
    1550: 'Comment moved to the trash',
    1555: 'Comment restored from the trash',
    1560: 'Comment permanently deleted',
    1565: 'Comment posted',
  },
  user: {
    1570: 'User logged in',
    1575: 'User logged out',
    1580: 'User logged in while other sessions were open',
    1585: 'Sessions of a user ended',
    1590: 'Sessions of a user ended',
    1595: 'Switched to another user',
    1596: 'Logged in from the dashboard',
    1600: 'Password reset requested',
    1605: 'User registered',
    1610: 'User created',
    1615: 'Role of a user changed',
    1620: 'Role of a user changed',
    1625: 'User changed their password',
    1630: 'Password of a user changed',
    1635: 'User changed their e-mail address',
    1640: 'E-mail address of a user changed',
    1645: 'User deleted',
    1650: 'User made super admin',
    1655: 'User no longer super admin',
    1680: 'Profile of a user opened',
    1685: 'Custom field of a user changed',
    1690: 'Custom field of a user created',
    1720: 'Application password added',
    1725: 'Application password added',
    1730: 'Application password revoked',
    1735: 'Application password revoked',
  },
  database: {
    1740: 'Database table created by a plugin',
    1745: 'Database table modified by a plugin',
    1750: 'Database table deleted by a plugin',
    1755: 'Database table created by a theme',
    1760: 'Database table modified by a theme',
    1765: 'Database table deleted by a theme',
    1770: 'Database table created',
    1775: 'Database table modified',
    1780: 'Database table deleted',
  },
  'system-setting': {
    1860: 'WordPress address changed',
    1865: 'Site address changed',
    1900: 'Automatic updates of WordPress switched',
    1905: 'Language of the site changed',
    1910: 'Title of the site changed',
  },
  wordpress: { 1960: 'WordPress updated' },
}

/** Numbers of which only the type is known. */
const ranges: [from: number, to: number, type: string, label: string][] = [
  [1660, 1675, 'user', 'Access of a user to the network changed'],
  [1695, 1715, 'user', 'Profile of a user changed'],
  [1785, 1920, 'system-setting', 'Setting changed'],
  [1925, 1935, 'cron-job', 'Scheduled task created'],
  [1940, 1945, 'cron-job', 'Scheduled task run'],
  [1950, 1955, 'cron-job', 'Scheduled task deleted'],
]

export interface ChangeType {
  type: string
  label: string
}

const byNumber = new Map<number, ChangeType>(
  Object.entries(labels).flatMap(([type, entries]) =>
    Object.entries(entries).map(([number, label]) => [Number(number), { type, label }] as const),
  ),
)

/** Undefined for numbers of newer plugins. */
export function changeTypeOf(number: number): ChangeType | undefined {
  const known = byNumber.get(number)
  if (known) return known
  const range = ranges.find(([from, to]) => number >= from && number <= to)
  return range && { type: range[2], label: range[3] }
}
