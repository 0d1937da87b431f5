import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const key = 'k'.repeat(32)

describe('a wrong value stops the start with one line that names it and the accepted values', () => {
  it.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: ' ' }, 'PORT must be'],
    [{ PORT: '1e3' }, 'PORT must be'],
    [{ PORT: '0x50' }, 'PORT must be'],
    [{ HOST: ' ' }, 'HOST must be an address'],
    [{ DATABASE_URL: 'mysql://host/db' }, 'DATABASE_URL must start with postgres://'],
    [{ DATABASE_URL: 'postgres://fleet:100%@host/db' }, 'DATABASE_URL is not a URL'],
    [{ PUBLIC_URL: 'fleet.example' }, 'PUBLIC_URL must be an http or https URL'],
    [{ PUBLIC_URL: 'ftp://fleet.example' }, 'PUBLIC_URL must be an http or https URL'],
    [{ PUBLIC_URL: 'https://fleet.example/?a=1' }, 'PUBLIC_URL must be'],
    [{ PUBLIC_URL: 'https://ada:secret@fleet.example' }, 'PUBLIC_URL must be'],
    [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must have at least 10'],
    [{ ADMIN_PASSWORD: 'x'.repeat(201) }, 'ADMIN_PASSWORD must have at most 200'],
    [{ API_KEY: 'short' }, 'API_KEY must have at least 32'],
    [{ API_KEY: `${key} ` }, 'API_KEY must consist of'],
    [{ API_KEY: `${key}ü` }, 'API_KEY must consist of'],
    [{ MASTER_KEY: 'short' }, 'MASTER_KEY must have at least 32'],
    [
      { MASTER_KEY: '', DATABASE_URL: 'postgres://host/db' },
      'MASTER_KEY is empty. Every process on DATABASE_URL needs',
    ],
    [{ ALLOW_NETWORKS: '10.0.0.0/99' }, 'ALLOW_NETWORKS "10.0.0.0/99" has a prefix longer than 32'],
    [{ CLIENT_ALIAS: 'maybe' }, 'CLIENT_ALIAS must be one of on, off'],
    [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must look like smtp://'],
    [{ SMTP_URL: 'smtp://' }, 'SMTP_URL must look like smtp://'],
    [{ MAIL_FROM: 'fleet' }, 'MAIL_FROM must be an e-mail address'],
    [{ TRUST_PROXY: 'banana' }, 'TRUST_PROXY must be on, off or a list of addresses: "banana" is not'],
    [{ TRUST_PROXY: '127.0.0.1,10.0.0.0/99' }, 'TRUST_PROXY must be on, off or a list of addresses: "10.0.0.0/99"'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of trace, debug'],
    [{ ROLE: 'boss' }, 'ROLE must be one of all, api, worker'],
    [{ DRAIN_SECONDS: '-1' }, 'DRAIN_SECONDS must be a whole number from 0 to 300'],
    [{ WORK_LEASE_SECONDS: '4' }, 'WORK_LEASE_SECONDS must be a whole number from 5 to 600'],
    [{ API_KEY_FILE: '/nowhere/at/all' }, 'API_KEY_FILE cannot be read'],
    [{ API_KEY: key, API_KEY_FILE: '/nowhere/at/all' }, 'API_KEY and API_KEY_FILE are both set'],
  ])('%o', (environment, sentence) => {
    const read = () => readConfig(environment)
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(sentence)
    expect(read).not.toThrow('\n')
  })

  it('reports everything that is wrong at once, and no secret', () => {
    expect(() => readConfig({ PORT: 'abc', ROLE: 'boss' })).toThrow(/PORT .*; ROLE /)
    expect(() => readConfig({ DATABASE_URL: 'postgres://fleet:hush%@host/db' })).not.toThrow('hush')
  })
})

it.each([
  [{ TRUST_PROXY: 'on' }, 'on'],
  [{ TRUST_PROXY: '1' }, 'on'],
  [{ TRUST_PROXY: 'off' }, 'off'],
  [{ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8 fd00::/8' }, '127.0.0.1,10.0.0.0/8,fd00::/8'],
  [{}, undefined],
])('trusts the configured proxies: %o', (environment, trusted) => {
  expect(readConfig(environment).TRUST_PROXY).toBe(trusted)
})

it('accepts valid values', () => {
  const right = {
    PORT: '8080',
    DATABASE_URL: 'postgres:///fleet?host=/run/postgresql',
    PUBLIC_URL: 'https://fleet.example/at/home/',
    API_KEY: 'a key with spaces inside, and signs: $%&',
    MAIL_FROM: 'Fleet <fleet@example.com>',
    SMTP_URL: 'smtps://fleet:p%40ss@mail.example:465',
    LOG_LEVEL: '',
  }
  expect(readConfig(right)).toMatchObject({
    ...right,
    PORT: 8080,
    PUBLIC_URL: 'https://fleet.example/at/home',
    LOG_LEVEL: 'info',
    ROLE: 'all',
  })
})
