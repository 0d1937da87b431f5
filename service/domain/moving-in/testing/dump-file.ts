import type { FakeDashboard } from './fake-dashboard.ts'

type Row = Record<string, unknown>

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number') return String(value)
  const escaped = [...String(value)].map((character) => escapes[character] ?? character).join('')
  return `'${escaped}'`
}
const escapes: Record<string, string> = {
  ...{ '\\': '\\\\', "'": "\\'", '"': '\\"', '\0': '\\0', '\n': '\\n', '\r': '\\r', '\x1a': '\\Z' },
}

const optionRows = (options: FakeDashboard['options']): Row[] =>
  Object.entries({ siteurl: 'https://old.example', ...options }).map(([option_name, option_value], index) => ({
    ...{ option_id: index + 1, option_name, option_value, autoload: 'yes' },
  }))

const tablesOf = (
  { tables, options }: Pick<FakeDashboard, 'tables' | 'options'>,
  prefix: string,
): [string, Row[]][] => [
  ...Object.entries(tables).map(([name, rows]): [string, Row[]] => [`${prefix}mainwp_${name}`, rows]),
  [`${prefix}options`, optionRows(options)],
  [`${prefix}posts`, [{ ID: 1, post_title: "It's; -- a /* title */ # (1),(2)", post_content: 'x\ny' }]],
]

const createTable = (name: string, row: Row) =>
  [
    `CREATE TABLE \`${name}\` (`,
    ...Object.keys(row).map((column) => `  \`${column}\` longtext NOT NULL DEFAULT '' COMMENT 'a ) ; b',`),
    `  PRIMARY KEY (\`${Object.keys(row)[0]}\`),`,
    `  KEY \`an_index\` (\`${Object.keys(row)[0]}\`(191))`,
    ') ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci;',
  ].join('\n')

/** As mysqldump 8 and MariaDB's mariadb-dump write it: INSERT without columns, all rows in one line. */
export function writeMysqldump(dashboard: Pick<FakeDashboard, 'tables' | 'options'>, prefix = 'wp_'): string {
  const head = `/*M!999999\\- enable the sandbox mode */ \n-- MariaDB dump 10.19  Distrib 10.11.6-MariaDB, for debian-linux-gnu (x86_64)
--\n-- Host: localhost    Database: old
-- ------------------------------------------------------
-- Server version\t10.11.6-MariaDB-0+deb12u1

/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!40103 SET TIME_ZONE='+00:00' */;
`
  const body = tablesOf(dashboard, prefix).flatMap(([name, rows]) => {
    const [first] = rows
    if (!first) return []
    const values = rows.map(
      (row) =>
        `(${Object.keys(first)
          .map((column) => literal(row[column]))
          .join(',')})`,
    )
    return [
      `\n--\n-- Table structure for table \`${name}\`\n--\n`,
      `DROP TABLE IF EXISTS \`${name}\`;`,
      '/*!40101 SET @saved_cs_client     = @@character_set_client */;',
      createTable(name, first),
      `LOCK TABLES \`${name}\` WRITE;\n/*!40000 ALTER TABLE \`${name}\` DISABLE KEYS */;`,
      `INSERT INTO \`${name}\` VALUES\n${values.join(',\n')};`,
      `/*!40000 ALTER TABLE \`${name}\` ENABLE KEYS */;\nUNLOCK TABLES;`,
    ]
  })
  const trigger = `DELIMITER ;;\n/*!50003 CREATE*/ /*!50017 DEFINER=\`root\`@\`localhost\`*/ /*!50003 TRIGGER t BEFORE INSERT ON x FOR EACH ROW BEGIN SET NEW.a = 1; END */;;\nDELIMITER ;`
  return `${[head, ...body, trigger].join('\n')}\n-- Dump completed on 2026-11-16 12:00:00\n`
}

/** As phpMyAdmin 5 writes it: columns in each INSERT, a row per line, CRLF line ends, keys added at the end. */
export function writePhpMyAdmin(dashboard: Pick<FakeDashboard, 'tables' | 'options'>, prefix = 'wp_'): string {
  const head =
    '-- phpMyAdmin SQL Dump\n-- version 5.2.1\n\nSET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";\nSTART TRANSACTION;\nSET time_zone = "+00:00";\n'
  const body = tablesOf(dashboard, prefix).flatMap(([name, rows]) => {
    const [first] = rows
    if (!first) return []
    const columns = Object.keys(first)
    const lines = rows.map((row) => `(${columns.map((column) => literal(row[column])).join(', ')})`)
    return [
      `-- --------------------------------------------------------\n\n--\n-- Table structure for table \`${name}\`\n--\n`,
      createTable(name, first).replace(/ {2}PRIMARY KEY.*\n.*\n/, ''),
      `\n--\n-- Dumping data for table \`${name}\`\n--\n`,
      `INSERT INTO \`${name}\` (${columns.map((column) => `\`${column}\``).join(', ')}) VALUES\n${lines.join(',\n')};`,
      `ALTER TABLE \`${name}\`\n  ADD PRIMARY KEY (\`${columns[0]}\`);`,
    ]
  })
  // Values have no line ends of their own: they are escaped.
  return `${[head, ...body, 'COMMIT;'].join('\n')}\n`.replaceAll('\n', '\r\n')
}
