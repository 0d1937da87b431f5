const content = `This is an export of everything that this installation of Flotilla stores for its users, at one moment.

jsonl/<table>.jsonl   one JSON object per line, the complete values
csv/<table>.csv       the same rows for spreadsheets (RFC 4180, UTF-8). A cell that a spreadsheet could run as a formula begins
                      with an apostrophe; lists and objects are JSON.
manifest.json         the version, the time and the number of rows of each table. It is written last: a file without it is incomplete.

Rows refer to each other by id: site_tags.site_id is the id of a row in sites. Times are UTC.
`

const withSecrets = `secrets/              keys of sites and other credentials, encrypted with the public key that was given with the export.
  secrets.key         RSA-OAEP (SHA-256): 160 hex digits. 64 are the key, 32 the initialization vector, 64 the key of the HMAC.
  secrets.jsonl.enc   AES-256-CBC. One JSON object per line: table, key (of the row), column, value.
  secrets.hmac        HMAC-SHA256 over secrets.jsonl.enc, as hex digits

To decrypt them, in this folder, with bash and openssl 1.1.1 or newer:

  hex=$(openssl pkeyutl -decrypt -inkey private.pem -pkeyopt rsa_padding_mode:oaep -pkeyopt rsa_oaep_md:sha256 -in secrets/secrets.key)
  openssl dgst -sha256 -mac HMAC -macopt hexkey:\${hex:96:64} secrets/secrets.jsonl.enc    # must print the digits of secrets/secrets.hmac
  openssl enc -d -aes-256-cbc -K \${hex:0:64} -iv \${hex:64:32} -in secrets/secrets.jsonl.enc > secrets.jsonl
`

const withoutSecrets = `The export contains no keys of sites and no passwords, because no public key was given.
`

/** Explains the files of an export, in the export. */
export const exportReadme = (hasSecrets: boolean) => `${content}\n${hasSecrets ? withSecrets : withoutSecrets}`
